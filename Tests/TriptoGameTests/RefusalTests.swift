import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct RefusalTests {
    /// Every state against every command: `ok` changes something, `-` changes nothing and tells
    /// nobody, all else is the refusal's word.
    ///
    /// `p1` has the brake where there is one. Overrides mean `p1`'s answer, which was never given.
    static let table = """
        state              start       skip        pause       resume      reveal      end         kick rename      override    regenerate  gain pull           answer      followup    lobby       settings
        LOBBY              ok          wrong_state wrong_state wrong_state wrong_state ok          ok   ok          wrong_state ok          ok   wrong_state    wrong_state wrong_state wrong_state ok
        PREPARING_ROUND    wrong_state wrong_state ok          wrong_state wrong_state ok          ok   ok          wrong_state ok          ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        ROUND_INTRO        wrong_state ok          ok          wrong_state wrong_state ok          ok   ok          not_found   wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        CLUE_LEVEL         wrong_state ok          ok          wrong_state ok          ok          ok   ok          not_found   wrong_state ok   ok             wrong_state wrong_state wrong_state wrong_state
        PAUSED_FOR_BRAKE   wrong_state ok          ok          wrong_state ok          ok          ok   ok          not_found   wrong_state ok   already_paused ok          wrong_state wrong_state wrong_state
        REVEAL_DESTINATION wrong_state ok          ok          wrong_state wrong_state ok          ok   ok          not_found   wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        FOLLOWUP_QUESTION  wrong_state ok          ok          wrong_state wrong_state ok          ok   ok          not_found   wrong_state ok   wrong_state    wrong_state ok wrong_state wrong_state
        SCOREBOARD         wrong_state ok          ok          wrong_state wrong_state ok          ok   ok          not_found   wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        FINAL_RESULTS      wrong_state ok          ok          wrong_state wrong_state ok          ok   ok          wrong_state wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        ROUND_END          ok          wrong_state wrong_state wrong_state wrong_state wrong_state ok   wrong_state wrong_state wrong_state ok   wrong_state    wrong_state wrong_state ok          ok
        """

    static let whilePaused = """
        state              start       skip        pause       resume reveal      end kick rename      override    regenerate  gain pull           answer      followup    lobby       settings
        PREPARING_ROUND    wrong_state wrong_state wrong_state ok     wrong_state ok  ok   ok          wrong_state ok          ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        ROUND_INTRO        wrong_state ok          wrong_state ok     wrong_state ok  ok   ok          not_found   wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        CLUE_LEVEL         wrong_state ok          wrong_state ok     ok          ok  ok   ok          not_found   wrong_state ok   host_paused    wrong_state wrong_state wrong_state wrong_state
        PAUSED_FOR_BRAKE   wrong_state ok          wrong_state ok     ok          ok  ok   ok          not_found   wrong_state ok   already_paused wrong_state wrong_state wrong_state wrong_state
        REVEAL_DESTINATION wrong_state ok          wrong_state ok     wrong_state ok  ok   ok          not_found   wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        FOLLOWUP_QUESTION  wrong_state ok          wrong_state ok     wrong_state ok  ok   ok          not_found   wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        SCOREBOARD         wrong_state ok          wrong_state ok     wrong_state ok  ok   ok          not_found   wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        FINAL_RESULTS      wrong_state ok          wrong_state ok     wrong_state ok  ok   ok          wrong_state wrong_state ok   wrong_state    wrong_state wrong_state wrong_state wrong_state
        """

    @Test(arguments: rows(table)) func `each state takes its commands and refuses the rest`(
        row: Row
    ) {
        check(row, isPaused: false)
    }

    @Test(arguments: rows(whilePaused)) func `a pause refuses brakes and answers`(row: Row) {
        check(row, isPaused: true)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let state: StateName
        let words: [(column: String, word: String)]

        var testDescription: String { state.rawValue }
    }

    private static func rows(_ table: String) -> [Row] {
        let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().compactMap { line in
            StateName(rawValue: line[0]).map {
                Row(state: $0, words: Array(zip(header, line)).dropFirst().map { ($0, $1) })
            }
        }
    }

    private func check(_ row: Row, isPaused: Bool) {
        #expect(row.words.count == 16)
        for (column, expected) in row.words {
            var party = Party { $0.destinationsCount = 1 }
            party.reachForTable(row.state)
            if isPaused { party.host(.pause) }
            #expect(word(party.try(column)) == expected, "\(column)")
        }
    }
}

extension Party {
    /// Reaches a state; the brake is `p1`'s, and the first destination is chosen.
    mutating func reachForTable(_ state: StateName) {
        feed()
        switch state {
        case .lobby:
            break
        case .preparingRound:
            host(.startGame)
        case .pausedForBrake:
            reach(.clueLevel)
            brake(1)
        case .roundIntro, .clueLevel, .revealDestination, .followupQuestion, .scoreboard,
            .finalResults, .roundEnd:
            reach(state)
        }
    }

    private var newName: PlayerName {
        guard let name = try? PlayerName("Zoe") else { preconditionFailure("a good name") }
        return name
    }

    private var otherSettings: Tripto.Settings.Change {
        let json = JSONObject([(key: "destinationsCount", value: .int(2))])
        guard let change = try? Tripto.Settings.Change(json) else {
            preconditionFailure("good settings")
        }
        return change
    }

    fileprivate mutating func `try`(_ column: String) -> Outcome<Tripto.Event> {
        switch column {
        case "start": host(.startGame)
        case "skip": host(.skip)
        case "pause": host(.pause)
        case "resume": host(.resume)
        case "reveal": host(.forceReveal)
        case "end": host(.endSession)
        case "kick": host(.kick(Party.id(2)))
        case "rename": host(.rename(Party.id(2), newName))
        case "override": host(.overrideAnswer(Party.id(1), question: nil, isCorrect: true))
        case "regenerate": host(.regenerateContent(nil))
        case "gain": host(.setMusicGain(-8))
        case "lobby": host(.toLobby)
        case "settings": host(otherSettings)
        case "pull": player(1, .brakePull(atClientMs: 1))
        case "answer": player(1, .brakeAnswer("Atlantis"))
        case "followup": player(1, .followupAnswer(index: 1, "Atlantis"))
        case _: preconditionFailure("no such column: \(column)")
        }
    }
}
