import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Contents of a commit for the store and the archive.
@Suite struct ProposalTests {
    private let start = ServerTime(ms: 1_000_000)

    /// The commit of an input of nobody's.
    private func commit(_ input: Input<Tripto>, _ evening: Evening) throws -> Commit {
        let line = LineInTest(evening.state)
        let pending = PendingInput<Tripto>(input: input, sender: .nobody, at: start)
        return try line.submit(pending).commit().commit
    }

    @Test func `a commit carries its facts, and a digest where it is a milestone`() throws {
        let evening = try Evening(at: start)
        let join = try commit(
            .join(Evening.anna, name: try PlayerName("Anna")),
            evening
        )
        #expect(
            join.entry.facts.contains { if case .playerJoined = $0 { true } else { false } }
        )
        #expect(!String(decoding: join.entry.body(), as: UTF8.self).contains(#""digest":""#))
        let end = try commit(.command(.endSession, from: .host), evening)
        #expect(String(decoding: end.entry.body(), as: UTF8.self).contains(#""digest":""#))
    }

    @Test func `a commit says which timers run`() throws {
        var evening = try Evening(at: start)
        try evening.start()
        let content = RoundContent(.test())
        let intro = try commit(.content(content, for: try evening.wish()), evening)
        #expect(intro.timers.count == 1 && intro.timers.first?.deadline != nil)
    }

    @Test func `the end of a round is a milestone`() throws {
        var evening = try Evening(at: start)
        try evening.toClue()
        var digests = 0
        for _ in 0..<40 where evening.state.game.phase.name != .scoreboard {
            let skip = Input<Tripto>.command(.skip, from: .host)
            let body = try commit(skip, evening).entry.body()
            if String(decoding: body, as: UTF8.self).contains(#""digest":""#) { digests += 1 }
            try evening.play(skip)
        }
        #expect(evening.state.game.phase.name == .scoreboard && digests == 1)
    }
}
