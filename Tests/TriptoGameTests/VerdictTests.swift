import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// Verdicts come in with the input.
@Suite struct VerdictTests {
    private func atBrake() throws -> (party: Party, name: String) {
        var party = Party(players: 3)
        party.reach(.clueLevel)
        party.brake(1)
        let name = try #require(party.round).package.destination.name
        return (party, name)
    }

    private func answer(_ text: String, of number: Int = 1) -> Input<Tripto> {
        .command(.brakeAnswer(text), from: .player(Party.id(number)))
    }

    @Test func `an answer is committed with what this build says of it`() throws {
        let (party, name) = try atBrake()
        for (text, isCorrect) in [(name, true), ("Atlantis", false)] {
            let judged = party.game.judged(answer(text))
            let verdict = Tripto.Verdict(isCorrect: isCorrect)
            #expect(
                judged == .judged(.brakeAnswer(text), from: .player(Party.id(1)), as: verdict)
            )
        }
    }

    @Test(arguments: [true, false])
    func `a verdict stands whatever this build would say`(isCorrect: Bool) throws {
        var (party, name) = try atBrake()
        let text = isCorrect ? "Atlantis" : name
        let verdict = Tripto.Verdict(isCorrect: isCorrect)
        party.give(.judged(.brakeAnswer(text), from: .player(Party.id(1)), as: verdict))
        #expect(party.round?.answers[Party.id(1)]?.text == text)
        #expect(party.round?.answers[Party.id(1)]?.isCorrect == isCorrect)
    }

    @Test func `a follow-up's verdict stands too, and points follow from it`() throws {
        var party = Party(players: 2)
        party.reach(.followupQuestion)
        let right = try #require(party.round).question(1).a
        let (ada, bo) = (Viewer.player(Party.id(1)), Viewer.player(Party.id(2)))
        let judged = party.game.judged(.command(.followupAnswer(index: 1, right), from: ada))
        #expect(
            judged
                == .judged(
                    .followupAnswer(index: 1, right),
                    from: ada,
                    as: Tripto.Verdict(isCorrect: true)
                )
        )
        let wrong = Tripto.Verdict(isCorrect: false)
        party.give(.judged(.followupAnswer(index: 1, right), from: ada, as: wrong))
        let good = Tripto.Verdict(isCorrect: true)
        party.give(.judged(.followupAnswer(index: 1, "No idea"), from: bo, as: good))
        #expect(party.game.scoreboard[Party.id(1)]?.points == 0)
        #expect(party.game.scoreboard[Party.id(2)]?.points == 2)
    }

    @Test func `what nobody waits for is not judged`() throws {
        var (party, name) = try atBrake()
        let inputs = [
            answer(name, of: 2), .command(.brakeAnswer(name), from: .host),
            .command(.followupAnswer(index: 1, name), from: .player(Party.id(1))),
            .command(.skip, from: .host), .timer(TimerID(rawValue: "t1")), .close,
        ]
        for input in inputs { #expect(party.game.judged(input) == input) }
        party.waitForTimer()
        #expect(party.state != .pausedForBrake)
        #expect(party.game.judged(answer(name)) == answer(name))
    }

    @Test func `an input that is handled again is judged again`() throws {
        let (party, name) = try atBrake()
        let stale = Input<Tripto>.judged(
            .brakeAnswer(name),
            from: .player(Party.id(1)),
            as: Tripto.Verdict(isCorrect: false)
        )
        #expect(party.game.judged(stale) == party.game.judged(answer(name)))
        #expect(Party(players: 1).game.judged(stale) == answer(name))
    }

    @Test func `judged or not, an answer brings about the same in one build`() throws {
        let (party, name) = try atBrake()
        for text in [name, "Atlantis"] {
            var (plain, judged) = (party, party)
            let turn = plain.give(answer(text))
            let same = judged.give(judged.game.judged(answer(text)))
            #expect(same == turn)
            #expect(plain.game == judged.game)
        }
    }

    @Test func `a pull has no verdict`() throws {
        var party = Party(players: 1)
        party.reach(.clueLevel)
        let pull = Input<Tripto>.judged(
            .brakePull(atClientMs: nil),
            from: .player(Party.id(1)),
            as: Tripto.Verdict(isCorrect: true)
        )
        let turn = party.give(pull)
        guard case .refused = turn else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func `it is stored as values are`() throws {
        let input = Input<Tripto>.judged(
            .followupAnswer(index: 2, "1889"),
            from: .player(Party.id(1)),
            as: Tripto.Verdict(isCorrect: true)
        )
        let bytes = try JSONEncoder().encode(input)
        #expect(try JSONDecoder().decode(Input<Tripto>.self, from: bytes) == input)
    }
}

@Suite struct RulesVersionTests {
    @Test func `a number that is not known here is read and written all the same`() throws {
        let bytes = Data("[1,3,4711]".utf8)
        let versions = try JSONDecoder().decode([RulesVersion].self, from: bytes)
        #expect(versions.map(\.isKnown) == [true, true, false])
        #expect(try JSONEncoder().encode(versions) == bytes)
        #expect(RulesVersion(rawValue: 0).isKnown == false)
        #expect(RulesVersion.latest.isKnown)
    }
}
