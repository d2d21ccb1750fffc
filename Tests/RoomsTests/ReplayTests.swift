import Archive
import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Sessions rebuilt from their journals.
@Suite struct ReplayTests {
    private let start = ServerTime(ms: 1_700_000_000_000)

    private func archived(_ evening: Evening, from first: Int64 = 1) -> ArchivedSession {
        ArchivedSession(
            game: Tripto.name,
            status: .active,
            entries: evening.bodies.enumerated().map { index, body in
                ArchivedSession.Entry(version: first + Int64(index), at: start, body: body)
            }
        )
    }

    @Test func `who has the brake has it again, with its timer, beyond all versions seen`() throws {
        var evening = try Evening(at: start)
        try evening.toClue()
        try evening.play(
            .command(.brakePull(atClientMs: nil), from: .player(Evening.anna))
        )
        let restored = try Replay.run(Tripto.self, archived(evening)).restoration
        #expect(restored.claims.map(\.holder) == [Evening.anna])
        #expect(restored.timers == evening.state.game.timers && !restored.timers.isEmpty)
        #expect(restored.lastCommit == evening.state.version)
        #expect(restored.snapshot.version == evening.state.version + Replay.versionsSkipped)
    }

    @Test func `states that differ from their digests are counted and named`() throws {
        var evening = try Evening(at: start)
        var next = evening.state.game
        _ = next.handle(.presence(.tv, isConnected: true), at: start)
        let digest = Replay.digest(of: next)
        try evening.play(.presence(.tv, isConnected: true), digest: digest)
        try evening.play(.presence(.host, isConnected: true), digest: digest)
        let replayed = try Replay.run(Tripto.self, archived(evening))
        #expect(replayed.differing == [3] && replayed.comparedCount == 2)
    }

    // MARK: A house that rebuilds

    /// A house that has asked for the journal of a session which its store does not know.
    private func asking() -> (House, House.Answer) {
        let house = House()
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](nil) }
        #expect(house.journalsAsked.count == 1)
        return (house, asked)
    }

    @Test func `what differs is reported, and the session goes on`() throws {
        let (house, asked) = asking()
        var evening = try Evening(at: start)
        try evening.play(.presence(.tv, isConnected: true), digest: "00")
        house.clock.turn { house.journalsAsked[0](.success(archived(evening))) }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(asked.room != nil)
        #expect(house.reports.first == "differs(version: 2)")
    }

    @Test func `a session of newer rules goes on elsewhere`() {
        let (house, asked) = asking()
        let setup = Array(#"{"setup":{"_0":{"rules":4711,"unheardOf":1}}}"#.utf8)
        let entry = ArchivedSession.Entry(version: 1, at: start, body: setup)
        house.clock.turn {
            house.journalsAsked[0](
                .success(ArchivedSession(game: Tripto.name, status: .active, entries: [entry]))
            )
        }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(asked.code == .degraded && house.reports.isEmpty)
    }

    @Test func `a journal that makes no session is reported`() {
        let (house, asked) = asking()
        house.clock.turn { house.journalsAsked[0](.success(house.journal())) }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(asked.code == .internal)
        #expect(house.reports.count == 1 && house.reports[0].hasPrefix("notRebuilt"))
    }

    @Test func `a session that ends while it is rebuilt has ended`() throws {
        let (house, asked) = asking()
        let evening = try Evening(at: start)
        house.clock.turn { house.journalsAsked[0](.success(archived(evening))) }
        house.clock.turn {
            house.live.remove(House.session, joinCode: "ABC234", claims: [.brake]) { _ in }
        }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(asked.code == .sessionEnded)
    }

    @Test func `a session that another gateway rebuilt first goes on from there`() throws {
        let (house, asked) = asking()
        let evening = try Evening(at: start)
        house.clock.turn { house.journalsAsked[0](.success(archived(evening))) }
        // The other one's versions are between those of the journal and those of this one's copy.
        var theirs = evening.state
        theirs.version = 500
        _ = theirs.game.handle(.content(nil, for: try evening.wish()), at: start)
        house.clock.turn { house.live.restore(RestoreRequest(theirs)) { _ in } }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(asked.room?.version == 500)
    }
}
