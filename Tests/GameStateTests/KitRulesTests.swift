import ExampleGame
import Protocol
import Testing
import Timers

@testable import GameState

/// The host's rules, as every game has them: by the smallest one, event by event.
@Suite struct KitRulesTests {
    private var party: Gathering<Quiz>

    init() throws { party = try Gathering(["questions": 1, "questionMs": 10_000]) }

    // MARK: Begin and end

    @Test mutating func `a game begins, is played and ends, and all of it is recorded`() {
        party.host(.startGame)
        let round = RoundID(rawValue: "s-r1")
        #expect(
            party.facts.map(\.description) == [
                "session active", "game started", "round s-r1 began", "audit of HOST_START_GAME",
            ]
        )
        #expect(word(party.host(.startGame)) == "wrong_state")
        #expect(word(party.answer(1, 21)) == nil)
        #expect(
            party.effects == [
                .record(.answered(round, .guest(1), text: "21")), .reply(.answerAck),
            ]
        )
        #expect(word(party.answer(1, 21)) == "already_answered")
        #expect(word(party.answer(2, 22)) == nil)
        let results = Results(party.game.scoreboard)
        #expect(results.outcome == .winner(.guest(1)))
        #expect(
            party.effects == [
                .record(.answered(round, .guest(2), text: "22")), .reply(.answerAck),
                .record(.judged(round, .guest(1), isCorrect: true, points: 1)),
                .record(.judged(round, .guest(2), isCorrect: false, points: 0)),
                .record(.roundState(round, .scored)),
                .record(.gameEnded(isAborted: false, winners: [.guest(1)])),
                .announce(.finalResultsPresent(results), to: .all),
            ]
        )
        #expect(word(party.answer(1, 21)) == "wrong_state")
    }

    @Test(arguments: [
        (true, false, Results.Outcome.winner(.guest(1)), [1, 2]),
        (true, true, .tie([.guest(1), .guest(2)]), [1, 1]), (false, false, .nobody, [1, 1]),
    ])
    mutating func `the best win, all who are level together, and nobody with nothing`(
        _ one: Bool,
        _ other: Bool,
        _ outcome: Results.Outcome,
        _ ranks: [Int]
    ) throws {
        party.play(one, other)
        let winners = Results(party.game.scoreboard).winners
        #expect(Results(party.game.scoreboard).outcome == outcome)
        #expect(party.facts.last == .gameEnded(isAborted: false, winners: winners))
        #expect(party.game.scoreboard.standings.map(\.rank) == ranks)
        let final = try party.document(of: .tv)["final"]
        #expect(final?["tieWinners"]?.array?.count == (winners.count > 1 ? winners.count : 0))
        #expect(final?["winnerPlayerId"] == (one && !other ? "p1" : .null))
    }

    @Test mutating func `a game needs as many as it says`() throws {
        #expect(Quiz.playerCounts.lowerBound == 1)
        party.host(.kick(.guest(1)))
        party.host(.kick(.guest(2)))
        #expect(word(party.host(.startGame)) == "wrong_state")
        #expect(try party.document(of: .host)["uiHints"]?["canStart"] == false)
        try party.join(3, as: "Cleo")
        #expect(try party.document(of: .host)["uiHints"]?["canStart"] == true)
        #expect(word(party.host(.startGame)) == nil)
    }

    @Test mutating func `a session that is ended in the middle has no winner`() throws {
        party.host(.startGame)
        _ = party.answer(1, 21)
        #expect(word(party.host(.endSession)) == nil)
        #expect(party.told() == ["FINAL_RESULTS_PRESENT"])
        #expect(
            party.facts.map(\.description) == [
                "round s-r1 in aborted", "game ended", "session ended",
                "audit of HOST_END_SESSION",
            ]
        )
        #expect(try party.document(of: .tv)["final"]?["aborted"] == true)
        #expect(word(party.host(.endSession)) == "wrong_state")
        #expect(word(party.host(.startGame)) == "session_ended")
        #expect(word(party.host(.toLobby)) == "session_ended")
        #expect(word(party.give(.close)) == "ignored")
    }

    @Test mutating func `a game that came to its end keeps its winner when the session closes`() {
        party.play(true, false)
        let before = party.game.phase
        #expect(word(party.give(.close)) == nil)
        #expect(party.facts == [.sessionStatus(.ended)])
        #expect(party.game.phase == before)
    }

    @Test mutating func `another game begins from nothing, with those who are here`() throws {
        party.play(true, false)
        try party.join(3, as: "Cleo")
        #expect(word(party.host(.startGame)) == nil)
        #expect(party.told() == ["SCOREBOARD_UPDATE"])
        #expect(party.game.scoreboard.standings.map(\.points) == [0, 0, 0])
        // Rounds are counted over all games of the session.
        #expect(party.facts.contains(.roundBegan(RoundID(rawValue: "s-r2"), index: 2)))
        #expect(try party.document(of: .tv)["final"] == .null)
    }

    @Test mutating func `the host leads everybody back to the lobby`() throws {
        #expect(word(party.host(.toLobby)) == "wrong_state")
        party.play(true, false)
        #expect(word(party.host(.toLobby)) == nil)
        #expect(party.told() == ["SCOREBOARD_UPDATE", "LOBBY_UPDATED"])
        #expect(party.facts.first == .sessionStatus(.lobby))
        #expect(party.game.stage == .lobby && party.game.lobby.status == .lobby)
        #expect(party.game.scoreboard.standings.map(\.points) == [0, 0])
        #expect(try party.document(of: .tv)["state"] == "LOBBY")
    }

    // MARK: Pause and skip

    @Test mutating func `a pause keeps what is left of the time`() throws {
        #expect(word(party.host(.pause)) == "wrong_state")
        party.host(.startGame)
        let timer = try #require(party.game.timers.first)
        party.now = party.now + 4_000
        #expect(word(party.host(.pause)) == nil)
        #expect(party.effects == [.record(.audit("HOST_PAUSE"))])
        #expect(word(party.host(.pause)) == "wrong_state")
        #expect(party.game.timers.map(\.pausedWithMs) == [6_000])
        #expect(try party.document(of: .tv)["paused"] == true)
        party.now = party.now + 60_000
        // It stands still, and nobody answers.
        #expect(word(party.give(.timer(timer.id))) == "ignored")
        #expect(word(party.answer(1, 21)) == "wrong_state")
        #expect(word(party.host(.resume)) == nil)
        #expect(word(party.host(.resume)) == "wrong_state")
        #expect(party.game.timers.map(\.deadline) == [party.now + 6_000])
        party.now = party.now + 5_999
        #expect(word(party.give(.timer(timer.id))) == "ignored")
        party.now = party.now + 1
        #expect(word(party.give(.timer(timer.id))) == nil)
        #expect(party.game.stage == .over)
    }

    @Test mutating func `a game that is skipped to its end while paused is over and not paused`() {
        party.host(.startGame)
        party.host(.pause)
        #expect(party.game.isPaused)
        party.host(.skip)
        #expect(party.game.stage == .over)
        #expect(!party.game.isPaused)
        #expect(word(party.host(.resume)) == "wrong_state")
        // The next one runs from its beginning.
        party.host(.startGame)
        #expect(party.game.timers.map(\.pausedWithMs) == [nil])
    }

    @Test mutating func `what comes next in a pause waits with its whole time`() throws {
        party = try Gathering(["questions": 2, "questionMs": 10_000])
        party.host(.startGame)
        party.now = party.now + 4_000
        party.host(.pause)
        #expect(word(party.host(.skip)) == nil)
        #expect(party.game.timers.map(\.pausedWithMs) == [10_000])
        #expect(party.game.timers.map(\.id) == [TimerID(rawValue: "t2")])
    }

    @Test mutating func `there is nothing to skip but a round`() {
        #expect(word(party.host(.skip)) == "wrong_state")
        party.play(true, true)
        #expect(word(party.host(.skip)) == "wrong_state")
    }

    @Test mutating func `a timer that is not there, or not due, changes nothing`() {
        party.host(.startGame)
        #expect(word(party.give(.timer(TimerID(rawValue: "t9")))) == "ignored")
        #expect(word(party.give(.timer(TimerID(rawValue: "t1")))) == "ignored")
        #expect(word(party.waitForTimer()) == nil)
        #expect(party.facts.first == .roundState(RoundID(rawValue: "s-r1"), .scored))
    }

    // MARK: The host's place, links and audit

    @Test mutating func `a game has hand-overs without a word of its own`() throws {
        #expect(word(party.host(.handOver(.guest(9)))) == "not_found")
        #expect(word(party.host(.handOver(.guest(2)))) == nil)
        #expect(word(party.host(.handOver(.guest(2)))) == "ignored")
        #expect(try party.document(of: .host)["session"]?["offeredTo"] == .string("p2"))
        #expect(try party.document(of: .player(.guest(2)))["me"]?["mayHost"] == .bool(true))
        #expect(try party.document(of: .player(.guest(1)))["me"]?["mayHost"] == .bool(false))
        for viewer in [Viewer.tv, .player(.guest(1))] {
            let text = String(decoding: try party.document(of: viewer).bytes, as: UTF8.self)
            #expect(!text.contains("offeredTo") && !text.contains(#""mayHost":true"#))
        }
        #expect(word(party.give(.takeOver(.guest(1)))) == "wrong_state")
        #expect(word(party.give(.takeOver(.guest(2)))) == nil)
        #expect(party.facts.map(\.description) == ["audit of HOST_HANDED_OVER"])
        #expect(word(party.give(.takeOver(.guest(2)))) == "wrong_state")
        #expect(try party.document(of: .host)["session"]?["offeredTo"] == .null)
    }

    @Test(arguments: ["withdrawn", "left", "ended"])
    mutating func `an offer is gone with its reason`(_ reason: String) {
        party.host(.startGame)
        party.host(.handOver(.guest(2)))
        switch reason {
        case "withdrawn": party.host(.handOver(nil))
        case "left": party.give(.command(.kit(.leave), from: .player(.guest(2))))
        default: party.host(.endSession)
        }
        #expect(party.game.lobby.offeredTo == nil)
        #expect(word(party.give(.takeOver(.guest(2)))) != nil)
    }

    @Test mutating func `a new link takes the place of the old one, until the session ends`() {
        #expect(word(party.host(.renewJoin)) == nil)
        #expect(party.game.lobby.linksSince == party.now)
        // Until the other is there it can't be revoked again.
        #expect(word(party.host(.renewJoin)) == "ignored")
        let token = JoinToken("second", madeAt: party.now, replacing: party.game.lobby.joinToken)
        let link = Input<Quiz>.joinLink("https://party.test/join/s?t=2", token: token)
        #expect(word(party.give(link)) == nil)
        #expect(party.game.lobby.joinURL == "https://party.test/join/s?t=2")
        #expect(word(party.give(link)) == "ignored")
        party.host(.startGame)
        party.host(.endSession)
        #expect(word(party.host(.renewJoin)) == "session_ended")
    }

    @Test(arguments: [
        KitCommand.startGame, .skip, .pause, .resume, .endSession, .kick(.guest(1)),
        .allow(.guest(1)), .handOver(.guest(1)), .renewJoin, .toLobby,
    ])
    mutating func `what the host may do nobody else may`(_ command: KitCommand) {
        for viewer in [Viewer.tv, .player(.guest(1))] {
            #expect(word(party.give(.command(.kit(command), from: viewer))) == "forbidden")
        }
        let stranger = Viewer.player(.guest(9))
        #expect(word(party.give(.command(.kit(command), from: stranger))) == "not_found")
    }

    @Test mutating func `what the host did is in the audit, last, and a refusal is not`() {
        for command in [KitCommand.startGame, .pause, .resume, .renewJoin, .kick(.guest(2))] {
            #expect(word(party.host(command)) == nil)
            #expect(party.facts.last == command.audit, "\(command)")
        }
        #expect(word(party.host(.resume)) != nil)
        #expect(party.effects.isEmpty)
    }
}
