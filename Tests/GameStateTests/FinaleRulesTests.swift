import Protocol
import Testing
import Timers

@testable import GameState

/// The winner's seconds and settings that change, as every game may have them: by a game that does nothing else.
@Suite struct FinaleRulesTests {
    private var party: Gathering<Toss>

    init() throws { party = try Gathering() }

    private mutating func reachFinale() {
        party.host(.startGame)
        party.waitForTimer()
        #expect(party.game.stage == .finale)
    }

    private var cues: [Toss.Event] {
        party.effects.compactMap { if case .cue(let event) = $0 { event } else { nil } }
    }

    // MARK: The finale

    @Test mutating func `a winner is presented, each moment at its time`() throws {
        reachFinale()
        let (start, results) = (party.now + Finale.leadMs, Results(party.game.scoreboard))
        #expect(results.outcome == .winner(.guest(1)))
        #expect(
            party.effects == [
                .record(.gameEnded(isAborted: false, winners: [.guest(1)])),
                .announce(.finalResultsPresent(results), to: .all), .cue(.faded),
                .cue(.sounds(.build, at: start)), .cue(.sounds(.drumroll, at: start + 800)),
                .cue(.sounds(.winner, at: start + Finale.winnerMs)),
            ]
        )
        // The confetti's timer is nobody's business.
        #expect(party.game.timers.map(\.isShown) == [true, false])
        let document = try party.document(of: .tv)
        #expect(document["timers"]?.array?.count == 1)
        #expect(document["final"]?["winnerPlayerId"] == "p1")
        party.waitForTimer()
        #expect(party.now == start + Finale.winnerMs)
        #expect(party.effects == [.cue(.confetti)])
        party.waitForTimer()
        #expect(party.now == start + Toss.finaleMs)
        #expect(party.effects.isEmpty && party.game.stage == .over)
        #expect(party.game.timers.isEmpty)
    }

    @Test mutating func `nobody is cheered with nothing`() throws {
        party = try Gathering(["points": 0])
        reachFinale()
        #expect(cues == [.faded, .sounds(.build, at: party.now + Finale.leadMs)])
        #expect(party.game.timers.count == 1)
        #expect(party.facts == [.gameEnded(isAborted: false, winners: [])])
    }

    @Test mutating func `a pause silences the finale, and what is left of it is cued again`() {
        reachFinale()
        let start = party.now + Finale.leadMs
        party.now = start + 1_000
        #expect(word(party.host(.pause)) == nil)
        #expect(cues == [.silenced])
        party.now = party.now + 5_000
        #expect(word(party.host(.resume)) == nil)
        // Build and drumroll are past; the winner is as far away as it was.
        #expect(cues == [.sounds(.winner, at: start + Finale.winnerMs + 5_000)])
        party.waitForTimer()
        #expect(party.now == start + Finale.winnerMs + 5_000 && cues == [.confetti])
    }

    @Test mutating func `nobody joins while the winner is shown, and everybody later`() throws {
        reachFinale()
        #expect(!party.game.isJoinable)
        #expect(try word(party.join(3, as: "Cleo")) == "wrong_state")
        party.waitForTimer()
        party.waitForTimer()
        #expect(party.game.isJoinable)
        #expect(try word(party.join(3, as: "Cleo")) == nil)
    }

    @Test mutating func `a winner has the new name on the podium, and stays when gone`() throws {
        reachFinale()
        #expect(word(party.host(.rename(.guest(1), try PlayerName("Åsa")))) == nil)
        party.give(.command(.kit(.leave), from: .player(.guest(1))))
        let final = try party.document(of: .tv)["final"]
        #expect(final?["standingsFull"]?.array?.first?["name"] == "Åsa")
        #expect(final?["winnerPlayerId"] == "p1")
        #expect(party.game.scoreboard[.guest(1)] == nil)
    }

    @Test mutating func `a finale that is ended early is aborted`() throws {
        reachFinale()
        #expect(word(party.host(.startGame)) == "wrong_state")
        #expect(word(party.host(.endSession)) == nil)
        #expect(try party.document(of: .tv)["final"]?["aborted"] == true)
        #expect(party.game.timers.isEmpty)
    }

    // MARK: Settings that change

    private mutating func change(
        _ settings: JSONObject,
        from viewer: Viewer = .host
    ) throws -> Outcome<Toss.Event> {
        let payload = JSONValue.object(["settings": .object(settings)])
        let command = try Toss.read(
            type: "HOST_UPDATE_SETTINGS",
            payload: payload,
            from: viewer
        )
        return party.give(.command(try #require(command), from: viewer))
    }

    @Test mutating func `settings change between games, and the game hears of it`() throws {
        let former = party.game.settings
        #expect(try word(change(["points": 5])) == nil)
        #expect(party.game.settings.points == 5)
        #expect(party.game.settings.maxPlayers == former.maxPlayers)
        #expect(party.game.formerSettings == [former])
        #expect(party.told() == ["LOBBY_UPDATED"])
        #expect(party.facts == [.audit("HOST_UPDATE_SETTINGS")])
        #expect(try word(change(["points": 5])) == "ignored")
        let settings = try party.document(of: .tv)["session"]?["settings"]
        #expect(settings?["points"] == 5)
        reachFinale()
        #expect(try word(change(["points": 6])) == "wrong_state")
        party.waitForTimer()
        party.waitForTimer()
        #expect(try word(change(["points": 6])) == nil)
        party.give(.close)
        #expect(try word(change(["points": 7])) == "session_ended")
    }

    @Test mutating func `nobody is put out by a change of settings`() throws {
        let command = EitherCommand<Toss>.settings(Toss.Settings.Change(maxPlayers: 1))
        guard case .refused(.error(let error)) = party.give(.command(command, from: .host)) else {
            Issue.record("two players have one seat")
            return
        }
        #expect(error.code == .badMessage && error.field == "settings.maxPlayers")
        #expect(try word(change(["maxPlayers": 2])) == nil)
        #expect(try word(party.join(3, as: "Cleo")) == "session_full")
    }

    @Test mutating func `the host alone changes settings, and each is checked`() throws {
        #expect(throws: WireError.self) { try change(["points": 1], from: .tv) }
        for wrong: JSONObject in [["points": 10], ["points": "1"], ["speed": 1]] {
            #expect(throws: WireError.self) { try change(wrong) }
        }
        let command = EitherCommand<Toss>.settings(Toss.Settings.Change(points: 3))
        #expect(word(party.give(.command(command, from: .tv))) == "forbidden")
        #expect(word(party.give(.command(command, from: .player(.guest(1))))) == "forbidden")
        #expect(word(party.give(.command(command, from: .player(.guest(9))))) == "not_found")
    }
}
