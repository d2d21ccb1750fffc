import Protocol
import Testing

@testable import GameState
@testable import TriptoGame
@testable import Gateway

/// Doors that the token of a link opens, and until when.
@Suite struct LinkTokenTests {
    private let start = ServerTime(ms: 1_800_000_000_000)
    private let lifetimeMs: Int64 = 60_000

    private func lobby(replacing former: JoinToken? = nil) -> Lobby {
        Lobby(
            SessionSetup(
                session: SessionID(rawValue: "0123456789abcdef"),
                joinCode: "ABC234",
                joinURL: "https://party.test",
                joinToken: JoinToken("aaaaaaaaaaaaa", madeAt: start, replacing: former),
                hostToken: HostToken(hash: HostToken.hash(of: "bbbbbbbbbbbbbbbb"), madeAt: start),
                settings: Tripto.Settings(seed: 7),
                createdAt: start
            )
        )
    }

    /// The refusal of a link; nil: it opens.
    private func refusal(_ token: LinkToken, _ lobby: Lobby, afterMs: Int64 = 0) -> ErrorCode? {
        do throws(WireError) {
            try token.check(lobby, lifetimeMs: lifetimeMs, at: start + afterMs)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [LinkToken.join("aaaaaaaaaaaaa"), .host("bbbbbbbbbbbbbbbb")])
    func `a link is good to the millisecond, and as long as its session`(token: LinkToken) {
        #expect(refusal(token, lobby(), afterMs: lifetimeMs - 1) == nil)
        #expect(refusal(token, lobby(), afterMs: lifetimeMs) == .tokenExpired)
        var over = lobby()
        over.status = .ended
        #expect(refusal(token, over) == .sessionEnded)
    }

    @Test func `links that the host has renewed are dead at once`() {
        var renewed = lobby()
        let isRenewed = renewed.revokeLinks(at: start)
        #expect(isRenewed)
        #expect(refusal(.join("aaaaaaaaaaaaa"), renewed) == .tokenExpired)
        #expect(refusal(.host("bbbbbbbbbbbbbbbb"), renewed) == .unauthorized)
    }

    @Test func `the link before is told its time is up, any other is none of ours`() {
        let lobby = lobby(replacing: JoinToken("ccccccccccccc", madeAt: start))
        #expect(refusal(.join("ccccccccccccc"), lobby) == .tokenExpired)
        #expect(refusal(.join("ddddddddddddd"), lobby) == .unauthorized)
        #expect(refusal(.host("dddddddddddddddd"), lobby) == .unauthorized)
    }
}
