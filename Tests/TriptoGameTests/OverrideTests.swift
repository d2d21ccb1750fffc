import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct OverrideTests {
    private static let ada = Party.id(1)

    @Test func `before the reveal a verdict changes for the host alone`() throws {
        var party = Party()
        party.reach(.clueLevel)
        party.lock(1, "Atlantis")
        party.host(.overrideAnswer(Self.ada, question: nil, isCorrect: true))
        #expect(
            party.effects == [
                .record(
                    .audit(
                        actor: .host,
                        "HOST_OVERRIDE_ANSWER",
                        #"{"playerId":"p1","index":null,"isCorrect":true}"#
                    )
                )
            ]
        )
        let host = try Documents.snapshot(party.game.hostView)
        #expect(host["review"]?[0]?["isCorrect"] == .bool(true))
        #expect(party.points == [0, 0])
        party.host(.forceReveal)
        #expect(party.points == [10, 0])
    }

    @Test func `after the reveal the scores are reckoned anew and told`() throws {
        var party = Party()
        party.reach(.clueLevel)
        party.lock(1, "Atlantis")
        party.reach(.followupQuestion)
        let round = try #require(party.round)
        party.host(.overrideAnswer(Self.ada, question: nil, isCorrect: true))
        #expect(party.points == [10, 0])
        #expect(party.announced == [.kit(.scoreboardUpdate(party.game.scoreboard.standings))])
        #expect(
            party.facts.first
                == .judged(round.id, Self.ada, question: 0, isCorrect: true, points: 10)
        )
        party.host(.overrideAnswer(Self.ada, question: nil, isCorrect: false))
        #expect(party.points == [0, 0])
        #expect(
            party.host(.overrideAnswer(Self.ada, question: nil, isCorrect: false)) == .ignored,
            "it says so already"
        )
    }

    @Test func `a follow-up is overridden on the scoreboard too, not before it is asked`() {
        var party = Party()
        party.reach(.followupQuestion)
        party.player(1, .followupAnswer(index: 1, "nearly"))
        let early = party.host(.overrideAnswer(Self.ada, question: 2, isCorrect: true))
        #expect(word(early) == "wrong_state")
        party.reach(.scoreboard)
        party.host(.overrideAnswer(Self.ada, question: 1, isCorrect: true))
        #expect(party.points == [2, 0])
        let unanswered = party.host(.overrideAnswer(Self.ada, question: 2, isCorrect: true))
        #expect(word(unanswered) == "not_found")
    }
}
