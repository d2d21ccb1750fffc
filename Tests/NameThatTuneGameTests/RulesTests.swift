import GameState
import Protocol
import Testing

@testable import NameThatTuneGame

@Suite struct RulesTests {
    private let viewers: [Viewer] = [.tv, .player(Parlour.id(1)), .player(Parlour.id(2))]

    @Test func `artist and title count each for itself, and the last guess counts`() throws {
        var parlour = try Parlour(players: 3)
        try parlour.begin()
        #expect(parlour.state == "PLAYING")
        parlour.guess(1, "Mozart", "Symphony No. 5", isDone: false)
        parlour.guess(1, "beethoven", "symfony no 5")
        parlour.guess(2, "Beethoven", "Symphony No. 9")
        #expect(parlour.state == "PLAYING")
        parlour.host(.skip)
        #expect(parlour.state == "REVEAL")
        #expect([1, 2, 3].map(parlour.points) == [2, 1, 0])
        parlour.guess(3, "Beethoven", "")
        #expect(parlour.points(3) == 0, "guesses are locked by the reveal")
    }

    @Test func `the guesses close when everybody who is here is done`() throws {
        var parlour = try Parlour(players: 3)
        try parlour.begin()
        parlour.give(.presence(.player(Parlour.id(3)), isConnected: false))
        parlour.guess(1, "", "")
        parlour.guess(2, "Beethoven", "", isDone: false)
        #expect(parlour.state == "PLAYING")
        parlour.guess(2, "Beethoven", "")
        #expect(parlour.state == "REVEAL")
    }

    @Test func `whoever is not done need not be waited for once they have left`() throws {
        var parlour = try Parlour(players: 2)
        try parlour.begin()
        parlour.guess(1, "Beethoven", "")
        parlour.give(.command(.leave, from: .player(Parlour.id(2))))
        #expect(parlour.state == "REVEAL")
        #expect(parlour.points(1) == 1)
    }

    @Test func `the guesses close when the last who is awaited drops, and so does the trivia`()
        throws
    {
        var parlour = try Parlour(players: 3, settings: ["trivia": true])
        try parlour.begin()
        parlour.guess(1, "Beethoven", "")
        parlour.guess(2, "", "")
        let drop = Input<NameThatTune>.presence(.player(Parlour.id(3)), isConnected: false)
        parlour.give(drop)
        #expect(parlour.state == "REVEAL" && parlour.points(1) == 1)
        parlour.give(.presence(.player(Parlour.id(3)), isConnected: true))
        parlour.host(.skip)
        #expect(parlour.state == "TRIVIA")
        for number in [1, 2] { parlour.player(number, .choose(0)) }
        parlour.host(.pause)
        parlour.give(drop)
        guard case .playing(_, .trivia) = parlour.game.phase else {
            Issue.record("a pause closes nothing")
            return
        }
        parlour.host(.resume)
        guard case .playing(_, .triviaResults) = parlour.game.phase else {
            Issue.record("nobody is awaited, and the question is open")
            return
        }
    }

    @Test func `who comes back first closes no tune for the others`() throws {
        var parlour = try Parlour()
        try parlour.begin()
        parlour.guess(1, "Beethoven", "")
        for number in [1, 2] {
            parlour.give(.presence(.player(Parlour.id(number)), isConnected: false))
        }
        parlour.give(.presence(.player(Parlour.id(1)), isConnected: true))
        #expect(parlour.state == "PLAYING")
    }

    @Test func `where everybody drops, or in a session of older rules, the tune stays open`()
        throws
    {
        for rules in [RulesVersion.latest, .tenth] {
            var parlour = try Parlour(rules: rules)
            try parlour.begin()
            if rules == .tenth { parlour.guess(1, "Beethoven", "") }
            for number in rules == .tenth ? [2] : [1, 2] {
                parlour.give(.presence(.player(Parlour.id(number)), isConnected: false))
            }
            #expect(parlour.state == "PLAYING")
            parlour.host(.pause)
            parlour.host(.resume)
            #expect(parlour.state == "PLAYING")
        }
    }

    @Test func `guesses stay open behind the clip until the host goes on`() throws {
        var parlour = try Parlour()
        try parlour.begin()
        try parlour.pass()
        #expect(parlour.state == "PLAYING")
        #expect(parlour.game.timers.isEmpty)
        parlour.guess(1, "Beethoven", "")
        parlour.host(.skip)
        #expect(parlour.points(1) == 1)
    }

    @Test func `guesses close by themselves where the settings say so`() throws {
        var parlour = try Parlour(settings: ["timings": ["guess": 5_000]])
        try parlour.begin()
        try parlour.pass()
        #expect(parlour.state == "REVEAL")
    }

    @Test func `a whole game goes from tune to tune to the winner`() throws {
        var parlour = try Parlour()
        parlour.host(.startGame)
        for number in 1...5 {
            #expect(parlour.state == "PREPARING")
            try parlour.bring()
            parlour.guess(1, "Beethoven", "Tune \(number)")
            parlour.host(.skip)
            try parlour.pass()
            guard number < 5 else { break }
            #expect(parlour.state == "SCOREBOARD")
            try parlour.pass()
        }
        #expect(parlour.state == "FINAL_RESULTS")
        #expect(parlour.points(1) == 5)
        #expect(parlour.game.finale?.results.winners == [Parlour.id(1)])
        parlour.host(.pause)
        parlour.host(.resume)
        let isHeard = parlour.effects.contains { "\($0)".contains("winner") }
        #expect(isHeard, "a pause takes the fanfare from nobody")
        parlour.host(.skip)
        #expect(parlour.state == "OVER")
        parlour.host(.startGame)
        #expect(parlour.points(1) == 0)
        let wish = try #require(parlour.game.wish)
        #expect(wish.heard == [])
        #expect(wish.heardBefore.first == "beethoven-5")
    }

    @Test func `rounds that nobody guesses in, and a tie, are no trouble`() throws {
        var parlour = try Parlour()
        parlour.host(.startGame)
        for number in 1...5 {
            try parlour.bring()
            parlour.host(.skip)
            try parlour.pass()
            if number < 5 { try parlour.pass() }
        }
        #expect(parlour.game.finale?.results.outcome == .nobody)
    }

    @Test func `without a tune the lobby is back, and later the winner comes early`() throws {
        var parlour = try Parlour()
        parlour.host(.startGame)
        parlour.give(.content(nil, for: try #require(parlour.game.wish)))
        #expect(parlour.state == "LOBBY")
        #expect(parlour.effects.contains { "\($0)".contains("content_failed") || isFailure($0) })
        try parlour.begin()
        parlour.host(.skip)
        try parlour.pass()
        try parlour.pass()
        parlour.give(.content(nil, for: try #require(parlour.game.wish)))
        #expect(parlour.state == "FINAL_RESULTS")
    }

    private func isFailure(_ effect: Effect<NameThatTune.Event>) -> Bool {
        guard case .announce(.kit(.error(let error)), to: .host) = effect else { return false }
        return error.code == .contentFailed
    }

    @Test func `the trivia has a lock of its own`() throws {
        var parlour = try Parlour(settings: ["trivia": true, "points": ["trivia": 3]])
        try parlour.begin()
        parlour.guess(1, "Beethoven", "")
        parlour.host(.skip)
        try parlour.pass()
        #expect(parlour.state == "TRIVIA")
        guard case .playing(let round, .trivia) = parlour.game.phase else {
            Issue.record("no trivia")
            return
        }
        parlour.player(1, .choose(round.rightOption))
        parlour.player(1, .choose((round.rightOption + 1) % 4))
        #expect(parlour.points(1) == 1, "one choice, which counts at the end")
        #expect(!parlour.document(of: .tv).contains(#""correctOption":\#(round.rightOption)"#))
        parlour.player(2, .choose((round.rightOption + 1) % 4))
        #expect(parlour.state == "TRIVIA")
        #expect([1, 2].map(parlour.points) == [4, 0])
        #expect(parlour.document(of: .tv).contains(#""correctOption":\#(round.rightOption)"#))
        try parlour.pass()
        #expect(parlour.state == "SCOREBOARD")
    }

    @Test func `the host's word gives and takes points, also of whoever said it aloud`() throws {
        var parlour = try Parlour(settings: ["points": ["title": 2]])
        try parlour.begin()
        parlour.guess(1, "Beethoven", "That one with ta-ta-ta-taa", isDone: false)
        parlour.host(.override(Parlour.id(1), .title, isCorrect: true))
        #expect(parlour.points(1) == 0)
        parlour.host(.skip)
        #expect(parlour.points(1) == 3)
        parlour.host(.override(Parlour.id(1), .artist, isCorrect: false))
        parlour.host(.override(Parlour.id(2), .artist, isCorrect: true))
        #expect([1, 2].map(parlour.points) == [2, 1])
        #expect(parlour.host(.override(Parlour.id(2), .artist, isCorrect: true)) == .ignored)
    }

    @Test func `no byte of the secret stands with players and screens before the reveal`() throws {
        var parlour = try Parlour(settings: ["trivia": true])
        try parlour.begin()
        parlour.guess(1, "somebody", "something", isDone: false)
        parlour.host(.override(Parlour.id(1), .title, isCorrect: true))
        let secrets = ["Symphony", "Beethoven", "1808", "beethoven-5", "Fate", "Which key", "1827"]
        for viewer in viewers {
            let document = parlour.document(of: viewer)
            for secret in secrets {
                #expect(!document.contains(secret), "\(secret) in \(document)")
            }
            #expect(!document.contains("Correct\":true"))
        }
        #expect(parlour.document(of: .host).contains("Beethoven"))
        #expect(!parlour.document(of: .player(Parlour.id(2))).contains("something"))
        parlour.host(.skip)
        for viewer in viewers { #expect(parlour.document(of: viewer).contains("Beethoven")) }
    }

    @Test func `a pause takes no guesses, and the end cuts the round short`() throws {
        var parlour = try Parlour()
        try parlour.begin()
        parlour.host(.pause)
        guard case .refused = parlour.guess(1, "Beethoven", "") else {
            Issue.record("a guess in a pause")
            return
        }
        parlour.host(.endSession)
        #expect(parlour.state == "OVER")
        #expect(parlour.game.phase.results?.isAborted == true)
        #expect(
            parlour.facts.contains { if case .roundState(_, .aborted) = $0 { true } else { false } }
        )
    }
}

@Suite struct SoundTests {
    private func played(_ parlour: Parlour) -> VoiceCue? {
        parlour.effects.compactMap { if case .play(let cue) = $0 { cue } else { nil } }.last
    }

    @Test func `a clip starts in a while, stands still in a pause and goes on from there`() throws {
        var parlour = try Parlour()
        try parlour.begin()
        let cue = try #require(played(parlour))
        #expect(cue.startAt == parlour.now + 2_000)
        #expect(parlour.document(of: .tv).contains(#""clipId":"v1""#))
        #expect(!parlour.document(of: .player(Parlour.id(1))).contains("v1"))
        parlour.now = parlour.now + 12_000
        parlour.host(.pause)
        #expect(parlour.effects.contains(.cue(.audioStop)))
        #expect(!parlour.document(of: .tv).contains("v1"))
        parlour.now = parlour.now + 60_000
        parlour.host(.resume)
        #expect(played(parlour)?.startAt == parlour.now + -10_000)
    }

    @Test func `it sounds on while its name is read, and no longer`() throws {
        var parlour = try Parlour()
        try parlour.begin()
        parlour.host(.skip)
        #expect(!parlour.effects.contains(.cue(.audioStop)))
        try parlour.pass()
        #expect(parlour.effects.contains(.cue(.audioStop)))
    }

    @Test func `a screen hears this round's clip, as long as it sounds, and a player none`() throws
    {
        var parlour = try Parlour()
        try parlour.begin()
        let (clip, round) = (ClipID(rawValue: "v1"), RoundID(rawValue: "0123456789abcdef-r1"))
        let recording = ClipSource.recording(Recording(name: "beethoven-5", durationMs: 30_000))
        #expect(parlour.game.source(of: clip, in: round, for: .tv) == recording)
        #expect(parlour.game.source(of: clip, in: round, for: .player(Parlour.id(1))) == nil)
        #expect(parlour.game.source(of: ClipID(rawValue: "v2"), in: round, for: .tv) == nil)
        parlour.host(.skip)
        try parlour.pass()
        #expect(parlour.game.source(of: clip, in: round, for: .tv) == nil)
    }
}

@Suite struct SettingsTests {
    @Test func `what is unknown or out of range is refused by its name`() {
        let bad: [(JSONObject, String)] = [
            (["songsCount": 4], "settings.songsCount"), (["songsCount": 51], "settings.songsCount"),
            (["clipSeconds": 31], "settings.clipSeconds"), (["genre": "polka"], "settings.genre"),
            (["fromYear": 1900, "toYear": 1800], "settings.toYear"),
            (["mode": "x"], "settings.mode"),
            (["points": ["song": 1]], "settings.points.song"), (["points": 7], "settings.points"),
            (["timings": ["guess": 5]], "settings.timings.guess"),
        ]
        for (json, field) in bad {
            let error = #expect(throws: WireError.self) {
                try NameThatTune.Settings(json, randomSeed: 1)
            }
            #expect(error?.field == field)
        }
    }

    @Test func `a change names what becomes otherwise, between games and by the host alone`()
        throws
    {
        var parlour = try Parlour(settings: [
            "genre": "folk", "fromYear": 1800, "artist": "Bach", "points": ["artist": 2],
        ])
        func change(_ json: JSONObject) throws -> Input<NameThatTune> {
            .command(.settings(try NameThatTune.Settings.change(json)), from: .host)
        }
        let wished: JSONObject = [
            "songsCount": 6, "genre": .null, "toYear": 1899, "points": ["title": 3],
            "timings": ["guess": 0, "reveal": 50], "source": "own", "trivia": true,
        ]
        #expect(Parlour.code(parlour.give(try change(wished))) == nil)
        let settings = parlour.game.settings
        #expect(settings.songsCount == 6 && settings.genre == nil && settings.artist == "Bach")
        #expect((settings.fromYear, settings.toYear) == (nil, 1899), "the years come together")
        #expect((settings.points.artist, settings.points.title) == (2, 3))
        #expect((settings.timings.reveal, settings.timings.trivia) == (50, 20_000))
        #expect(settings.source == .own && settings.seed == 7)
        #expect(Parlour.code(parlour.give(try change(["artist": "", "clipSeconds": 12]))) == nil)
        #expect(parlour.game.settings.artist == nil && parlour.game.settings.years == 1000...1899)
        // A wish that is fulfilled, and what can't be for those who are here, changes nothing.
        #expect(Parlour.code(parlour.give(try change(["clipSeconds": 12]))) == "ignored")
        #expect(Parlour.code(parlour.give(try change(["maxPlayers": 1]))) == "bad_message")
        let guest = Input<NameThatTune>.command(
            .settings(try NameThatTune.Settings.change(["trivia": false])),
            from: .player(Parlour.id(1))
        )
        #expect(Parlour.code(parlour.give(guest)) == "forbidden")
        try parlour.begin()
        #expect(parlour.game.sound?.durationMs == 12_000)
        #expect(Parlour.code(parlour.give(try change(["songsCount": 9]))) == "wrong_state")
        for _ in 1...6 {
            parlour.guess(1, "Beethoven", "")
            parlour.host(.skip)
            while !["PREPARING", "FINAL_RESULTS"].contains(parlour.state) {
                parlour.host(.skip)
            }
            if parlour.state == "PREPARING" { try parlour.bring() }
        }
        parlour.host(.skip)
        #expect(parlour.state == "OVER")
        #expect(Parlour.code(parlour.give(try change(["songsCount": 9]))) == nil)
        #expect(parlour.game.settings.songsCount == 9)
        parlour.host(.endSession)
    }

    @Test func `a change is read as a whole, and builds of older rules never find one`() throws {
        let bad: [(JSONObject, String)] = [
            (["songs": 7], "settings.songs"), (["maxPlayers": 0], "settings.maxPlayers"),
            (["fromYear": 1900, "toYear": 1800], "settings.toYear"),
            (["points": ["title": 11]], "settings.points.title"),
            (["timings": ["reveal": 0]], "settings.timings.reveal"),
            (["timings": 7], "settings.timings"),
            (["source": "radio"], "settings.source"),
        ]
        for (json, field) in bad {
            let error = #expect(throws: WireError.self) {
                try NameThatTune.Settings.change(json)
            }
            #expect(error?.field == field)
        }
        let change = try NameThatTune.Settings.change(["songsCount": 9])
        var older = try Parlour(rules: .tenth)
        let outcome = older.give(.command(.settings(change), from: .host))
        #expect(Parlour.code(outcome) == "wrong_state" && older.game.settings.songsCount == 5)
    }

    @Test func `a seed makes the choice repeatable and is shown to nobody`() throws {
        let settings = try NameThatTune.Settings(["seed": 4_711, "toYear": 1799], randomSeed: 1)
        #expect(settings.seed == 4_711)
        #expect(settings.years == 1000...1799)
        var writer = JSONWriter()
        settings.write(to: &writer)
        #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("4711"))
    }
}
