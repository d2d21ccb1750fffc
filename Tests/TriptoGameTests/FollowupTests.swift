import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct FollowupTests {
    private static let ada = Party.id(1)

    private func atFirstQuestion(players: Int = 2) -> Party {
        var party = Party(players: players)
        party.reach(.followupQuestion)
        return party
    }

    @Test func `a question tells its number, its text and its time`() throws {
        let party = atFirstQuestion()
        let timer = try #require(party.game.timers.first)
        #expect(
            party.announced == [
                .own(.followupPresent(index: 1, total: 2, questionText: "Question1x1?", timer))
            ]
        )
        #expect(timer.durationMs == 20_000)
    }

    @Test func `the last answer before the deadline counts`() throws {
        var party = atFirstQuestion()
        let round = try #require(party.round)
        party.player(1, .followupAnswer(index: 1, "No idea"))
        #expect(
            party.effects == [
                .record(.answered(round.id, Self.ada, question: 1, stake: nil, text: "No idea")),
                .reply(.answerAck),
            ]
        )
        party.player(1, .followupAnswer(index: 1, SamplePackage.answer(1, 1)))
        party.waitForTimer()
        #expect(party.points == [2, 0])
        #expect(
            party.announced == [
                .own(.followupLocked(index: 1)),
                .own(
                    .followupResults(
                        index: 1,
                        correctAnswer: SamplePackage.answer(1, 1),
                        [
                            FollowupResult(
                                player: Self.ada,
                                Round.FollowupAnswer(
                                    text: SamplePackage.answer(1, 1),
                                    isCorrect: true
                                )
                            ),
                            FollowupResult(player: Party.id(2), nil),
                        ]
                    )
                ),
            ]
        )
        #expect(
            party.facts == [
                .judged(round.id, Self.ada, question: 1, isCorrect: true, points: 2)
            ]
        )
    }

    @Test func `who joins in the very moment of a question is asked it too`() throws {
        for (waitMs, isAsked) in [(Int64(0), true), (1, false)] {
            var party = atFirstQuestion()
            party.now = party.now + waitMs
            party.sitDown(3)
            let own = try #require(party.game.ownView(of: Party.id(3)))
            let hints = try Documents.snapshot(party.game.playersView, own)["uiHints"]
            #expect(hints?["canAnswer"] == .bool(isAsked))
            let turn = party.player(3, .followupAnswer(index: 1, "No idea"))
            #expect(word(turn) == (isAsked ? "ok" : "wrong_state"))
        }
    }

    @Test func `what somebody answered goes with them`() throws {
        var party = atFirstQuestion()
        for number in 1...2 { party.player(number, .followupAnswer(index: 1, "No idea")) }
        party.player(1, .leave)
        let review = try Documents.snapshot(party.game.hostView)["review"]?.array
        #expect(review?.compactMap { $0["playerId"]?.string } == ["p2"])
    }

    @Test func `a right answer that is changed to a wrong one is wrong`() {
        var party = atFirstQuestion()
        party.player(1, .followupAnswer(index: 1, "Synonym1x1"))
        party.player(1, .followupAnswer(index: 1, "No idea"))
        party.waitForTimer()
        #expect(party.points == [0, 0])
    }

    @Test func `it locks when every connected player has answered`() {
        var party = atFirstQuestion(players: 3)
        party.give(.presence(.player(Party.id(3)), isConnected: false))
        party.player(1, .followupAnswer(index: 1, "x"))
        #expect(party.announced.isEmpty)
        party.player(2, .followupAnswer(index: 1, "y"))
        #expect(party.announcedTypes == ["FOLLOWUP_LOCKED", "FOLLOWUP_RESULTS"])
        #expect(party.state == .followupQuestion, "its results are shown")
        #expect(party.game.timers.map(\.durationMs) == [5000])
    }

    @Test func `an answer after the deadline or after the lock is too late`() throws {
        var party = atFirstQuestion()
        party.now = try #require(party.game.timers.first?.deadline)
        #expect(word(party.player(1, .followupAnswer(index: 1, "x"))) == "too_late")
        party.waitForTimer()
        #expect(word(party.player(1, .followupAnswer(index: 1, "x"))) == "too_late")
        #expect(word(party.player(1, .followupAnswer(index: 2, "x"))) == "wrong_state")
    }

    @Test func `an answer to another question than the open one is refused`() {
        var party = atFirstQuestion()
        #expect(word(party.player(1, .followupAnswer(index: 2, "x"))) == "wrong_state")
    }

    @Test func `a late joiner answers the next question`() {
        var party = atFirstQuestion()
        party.now = party.now + 1
        party.sitDown(3)
        #expect(word(party.player(3, .followupAnswer(index: 1, "x"))) == "wrong_state")
        party.player(1, .followupAnswer(index: 1, "x"))
        party.player(2, .followupAnswer(index: 1, "y"))
        #expect(party.announcedTypes.contains("FOLLOWUP_LOCKED"), "nobody waits for the newcomer")
        party.waitForTimer()
        #expect(word(party.player(3, .followupAnswer(index: 2, "x"))) == "ok")
    }

    @Test func `a skip locks, grades and shows what is right, another goes on`() throws {
        var party = atFirstQuestion()
        party.player(1, .followupAnswer(index: 1, SamplePackage.answer(1, 1)))
        party.host(.skip)
        #expect(party.announcedTypes == ["FOLLOWUP_LOCKED", "FOLLOWUP_RESULTS"])
        #expect(party.points == [2, 0])
        let shown = try Documents.snapshot(party.game.tvView)["followup"]
        #expect(shown?["correctAnswer"] == .string(SamplePackage.answer(1, 1)))
        #expect(party.game.timers.map(\.durationMs) == [4000])
        party.host(.skip)
        #expect(party.announcedTypes == ["FOLLOWUP_PRESENT"])
        #expect(word(party.player(1, .followupAnswer(index: 2, "x"))) == "ok")
    }

    @Test func `who is removed keeps nobody waiting, and the archive keeps their verdict`() throws {
        var party = atFirstQuestion()
        let round = try #require(party.round)
        party.player(1, .followupAnswer(index: 1, SamplePackage.answer(1, 1)))
        party.host(.kick(Party.id(2)))
        #expect(party.announcedTypes.suffix(2) == ["FOLLOWUP_LOCKED", "FOLLOWUP_RESULTS"])

        party = atFirstQuestion()
        party.player(1, .followupAnswer(index: 1, SamplePackage.answer(1, 1)))
        party.player(1, .leave)
        #expect(
            party.facts == [
                .playerLeft(Self.ada),
                .judged(round.id, Self.ada, question: 1, isCorrect: true, points: 2),
            ]
        )
    }

    @Test func `the scoreboard is announced when the last question is over`() {
        var party = atFirstQuestion()
        party.player(2, .followupAnswer(index: 1, SamplePackage.answer(1, 1)))
        party.reach(.scoreboard)
        #expect(party.announced == [.kit(.scoreboardUpdate(party.game.scoreboard.standings))])
        #expect(party.game.scoreboard.standings.map(\.points) == [2, 0])
        #expect(party.game.scoreboard.standings.first?.player == Party.id(2))
    }
}
