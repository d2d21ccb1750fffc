import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// A clue whose time is counted from the end of its reading (G-8). Clips of the sample take two seconds, and
/// start a second after their cue.
@Suite struct ClueClockTests {
    private static let readingMs: Int64 = 3_000

    private func party(
        clock: Tripto.Settings.ClueClock = .voice,
        afterBrake: Tripto.Settings.AfterBrake = .next
    ) -> Party {
        var party = Party(players: 3) {
            $0.clueClock = clock
            $0.afterBrake = afterBrake
        }
        party.isVoiced = true
        party.reach(.clueLevel)
        return party
    }

    private func timer(_ party: Party) throws -> GameTimer {
        try #require(party.game.timers.first)
    }

    private func shown(_ party: Party) throws -> JSONValue? {
        try Documents.snapshot(party.game.tvView)["timers"]?[0]
    }

    @Test func `the clock starts when the clue has been read`() throws {
        var party = party()
        for level in ClueLevel.allCases {
            let timer = try timer(party)
            let voice = try #require(party.game.voice)
            #expect(timer.startAt == voice.startAt + voice.durationMs, "\(level)")
            #expect(timer.startAt == party.now + Self.readingMs)
            #expect(timer.durationMs == 30_000)
            #expect(try shown(party)?["startAtServerMs"] == .int(timer.startAt.ms))
            #expect(try shown(party)?["remainingMs"] == .int(30_000))
            #expect(timer.remainingMs(at: party.now + 1_000) == 30_000, "no more than it takes")
            party.waitForTimer()
        }
        #expect(party.state == .revealDestination)
        #expect(try timer(party).startAt == party.now, "no other stage waits for its voice")
    }

    @Test func `by the level's clock, or with nothing that reads, it starts at once`() throws {
        let level = party(clock: .level)
        #expect(try timer(level).startAt == level.now)
        var silent = Party { $0.clueClock = .voice }
        silent.reach(.clueLevel)
        #expect(try timer(silent).startAt == silent.now)
        #expect(try timer(silent).durationMs == 30_000)
        var partly = Party { $0.clueClock = .voice }
        partly.host(.startGame)
        let wish = try #require(partly.game.wish)
        let content = SamplePackage.voiced(SamplePackage.make(1), silent: ["clue_8"])
        partly.give(.content(content, for: wish))
        partly.waitForTimer()
        #expect(try timer(partly).startAt == partly.now + Self.readingMs)
        partly.waitForTimer()
        #expect(try timer(partly).startAt == partly.now)
    }

    @Test func `a short clue lasts half a second after its reading`() throws {
        var party = Party {
            $0.clueClock = .voice
            $0.timings.apply(["clue": 20])
        }
        party.isVoiced = true
        party.reach(.clueLevel)
        #expect(try timer(party).deadline == party.now + Self.readingMs + 500)
    }

    @Test(arguments: [400, 1_700, 2_999, 3_000, 9_000] as [Int64])
    func `a pause costs neither the voice nor the clock`(afterMs: Int64) throws {
        var party = party()
        let begunAt = party.now
        party.now = party.now + afterMs
        party.host(.pause)
        let paused = try timer(party)
        #expect(paused.deadline == nil)
        let leftMs = min(30_000, 33_000 - afterMs)
        #expect(try shown(party)?["remainingMs"] == .int(leftMs))
        party.now = party.now + 60_000
        party.host(.resume)
        let timer = try timer(party)
        #expect(timer.startAt == begunAt + Self.readingMs + 60_000)
        #expect(timer.deadline == begunAt + 33_000 + 60_000)
        #expect(try shown(party)?["remainingMs"] == .int(leftMs))
        let voice = try #require(party.game.voice)
        #expect(timer.startAt == voice.startAt + voice.durationMs)
    }

    @Test(arguments: [400, 1_700, 2_999] as [Int64])
    func `after a brake the clue is read to its end, and its whole time follows`(
        afterMs: Int64
    ) throws {
        var party = party(afterBrake: .same)
        party.now = party.now + afterMs
        party.brake(1)
        party.now = party.now + 5_000
        party.player(1, .brakeAnswer("Atlantis"))
        #expect(party.state == .clueLevel)
        let timer = try timer(party)
        #expect(timer.startAt == party.now + (Self.readingMs - afterMs))
        #expect(timer.durationMs == 30_000)
        let voice = try #require(party.game.voice)
        #expect(timer.startAt == voice.startAt + voice.durationMs)
    }

    @Test func `after a brake on a clue that was read the rest of its time follows`() throws {
        var party = party(afterBrake: .same)
        party.now = party.now + Self.readingMs + 7_000
        party.brake(1)
        party.now = party.now + 5_000
        party.player(1, .brakeAnswer("Atlantis"))
        #expect(try timer(party).startAt == party.now)
        #expect(try timer(party).durationMs == 23_000)
        // Once more, in the middle of a pause that the owner does not survive.
        party.now = party.now + 3_000
        party.brake(2)
        party.host(.pause)
        party.host(.kick(Party.id(2)))
        party.now = party.now + 60_000
        party.host(.resume)
        #expect(try timer(party).deadline == party.now + 20_000)
    }

    @Test func `a session of older rules keeps the level's clock`() throws {
        var old = Party()
        old.game.rules = .fifth
        let change = try Tripto.Settings.Change(["clueClock": "voice"])
        #expect(word(old.host(change)) == "wrong_state")
        #expect(old.game.settings.clueClock == .level)
        #expect(word(old.host(try Tripto.Settings.Change(["clueClock": "level"]))) == "-")
        var new = Party()
        #expect(word(new.host(change)) == "ok")
        #expect(new.game.settings.clueClock == .voice)
    }

    @Test func `in sessions of older rules a timer that has not started loses its lead in a pause`()
        throws
    {
        for (rules, leadMs) in [(RulesVersion.fifth, 0), (.sixth, 500)] as [(RulesVersion, Int64)] {
            var party = Party { $0.destinationsCount = 1 }
            party.game.rules = rules
            party.reach(.scoreboard)
            party.waitForTimer()
            #expect(party.state == .finalResults)
            party.host(.pause)
            party.now = party.now + 60_000
            party.host(.resume)
            #expect(try timer(party).startAt == party.now + leadMs, "\(rules)")
        }
    }
}
