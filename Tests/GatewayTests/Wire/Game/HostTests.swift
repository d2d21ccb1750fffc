import Protocol
import Testing

/// Protocol §3.4: what the host may, and nobody else.
@Suite struct HostTests {
    static let commands: [(type: String, payload: JSONValue)] = [
        ("HOST_START_GAME", [:]), ("HOST_SKIP", [:]), ("HOST_PAUSE", [:]), ("HOST_RESUME", [:]),
        ("HOST_FORCE_REVEAL", [:]), ("HOST_END_SESSION", [:]),
        ("HOST_KICK_PLAYER", ["playerId": "p"]),
        ("HOST_RENAME_PLAYER", ["playerId": "p", "name": "Bo"]),
        ("HOST_ADD_PLAYER", ["name": "Bo"]), ("HOST_HAND_OVER", ["playerId": "p"]),
        ("HOST_OVERRIDE_ANSWER", ["playerId": "p", "isCorrect": true]),
        ("HOST_REGENERATE_CONTENT", [:]), ("MUSIC_GAIN_SET", ["gainDb": -6]),
    ]

    @Test func `no player and no screen may steer`() async throws {
        let stage = try await Stage()
        for (type, payload) in Self.commands {
            for client in [stage.player, stage.tv] {
                let error = try await client.refusal(type, payload)
                #expect(error.type == "ERROR" && error.code == "forbidden", "\(type)")
                #expect(error.payload["retryable"] == false)
            }
        }
        #expect(stage.host.document["state"] == "LOBBY")
    }

    @Test func `no host and no screen may play`() async throws {
        let stage = try await Stage()
        try await stage.start()
        for client in [stage.host, stage.tv] {
            for (type, payload): (String, JSONValue) in [
                ("BRAKE_PULL", ["atClientMs": 1]), ("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"]),
                ("FOLLOWUP_ANSWER_SUBMIT", ["index": 1, "answerText": "Rom"]),
            ] {
                #expect(try await client.refusal(type, payload).code == "forbidden", "\(type)")
            }
        }
    }

    @Test func `what has no meaning in the lobby is the wrong state`() async throws {
        let party = try await Party()
        let host = try await party.host()
        for type in [
            "HOST_START_GAME", "HOST_SKIP", "HOST_PAUSE", "HOST_RESUME", "HOST_FORCE_REVEAL",
        ] {
            #expect(try await host.refusal(type).code == "wrong_state", "\(type)")
        }
        let answer: JSONValue = ["playerId": "p", "isCorrect": true]
        #expect(try await host.refusal("HOST_OVERRIDE_ANSWER", answer).code == "wrong_state")
        #expect(try await host.refusal("HOST_KICK_PLAYER", ["playerId": "p"]).code == "not_found")
    }

    @Test func `a command's fields are checked by name`() async throws {
        let stage = try await Stage()
        let wrong: [(String, JSONValue, String)] = [
            ("HOST_KICK_PLAYER", [:], "playerId"),
            ("HOST_KICK_PLAYER", ["playerId": 1], "playerId"),
            ("HOST_RENAME_PLAYER", ["playerId": "p"], "name"), ("HOST_ADD_PLAYER", [:], "name"),
            ("HOST_HAND_OVER", [:], "playerId"), ("HOST_HAND_OVER", ["playerId": 1], "playerId"),
            ("HOST_OVERRIDE_ANSWER", ["isCorrect": true], "playerId"),
            ("HOST_OVERRIDE_ANSWER", ["playerId": "p"], "isCorrect"),
            ("HOST_OVERRIDE_ANSWER", ["playerId": "p", "isCorrect": 1], "isCorrect"),
            ("HOST_OVERRIDE_ANSWER", ["playerId": "p", "isCorrect": true, "index": 4], "index"),
            ("HOST_REGENERATE_CONTENT", ["levelPoints": 7], "levelPoints"),
            ("HOST_REGENERATE_CONTENT", ["index": 0], "index"),
            ("MUSIC_GAIN_SET", [:], "gainDb"), ("MUSIC_GAIN_SET", ["gainDb": 1], "gainDb"),
            ("MUSIC_GAIN_SET", ["gainDb": -121], "gainDb"),
            ("MUSIC_GAIN_SET", ["gainDb": "-6"], "gainDb"),
        ]
        for (type, payload, field) in wrong {
            let error = try await stage.host.refusal(type, payload)
            #expect(error.code == "bad_message", "\(type) \(payload)")
            #expect(error.field?.hasSuffix(field) == true, "\(type) \(payload)")
        }
    }

    @Test func `a new name is everybody's at once`() async throws {
        let stage = try await Stage(players: 2)
        try await stage.start()
        stage.host.send("HOST_RENAME_PLAYER", ["playerId": stage.id, "name": " Åke  Ek "])
        for client in [stage.host, stage.tv] + stage.players.map(\.client) {
            try await client.until { $0.at("players.0.name") == "Åke Ek" }
            #expect(client.document.at("scoreboard.0.name") == "Åke Ek")
        }
        #expect(stage.player.document.at("me.name") == "Åke Ek")
        let taken: JSONValue = ["playerId": stage.id, "name": "BO"]
        let error = try await stage.host.refusal("HOST_RENAME_PLAYER", taken)
        #expect(error.code == "name_taken" && error.field == "name")
        let nobody: JSONValue = ["playerId": "p", "name": "Cleo"]
        #expect(try await stage.host.refusal("HOST_RENAME_PLAYER", nobody).code == "not_found")
    }

    @Test func `a pause keeps every timer's rest, and going on gives it back`() async throws {
        let stage = try await Stage()
        try await stage.start()
        for client in [stage.host, stage.player] { _ = try await client.caughtUp() }
        stage.host.log = []
        stage.host.send("HOST_PAUSE")
        try await stage.host.until { $0["paused"] == true }
        let told = try await stage.host.next("TIMER_SYNC")
        let paused = told.payload
        #expect(paused["phase"] == "paused" && paused["paused"] == true)
        let rest = try paused.int("remainingMs")
        #expect((1...600_000).contains(rest))
        #expect(stage.host.document.at("timers.0.remainingMs") == .int(rest))
        #expect(stage.host.document.at("uiHints.canPause") == false)
        #expect(try await stage.host.refusal("HOST_PAUSE").code == "wrong_state")

        stage.host.send("HOST_RESUME")
        try await stage.host.until { $0["paused"] == false }
        let sync = try await stage.host.next("TIMER_SYNC")
        #expect(sync.payload["phase"] == "resumed" && sync.payload["paused"] == false)
        #expect(sync.payload["timerId"] == paused["timerId"])
        #expect(try sync.payload.int("remainingMs") <= rest)
        #expect(sync.payload["durationMs"] == paused["durationMs"])
        // It ends as long after it went on as it had left.
        let wentOnAt = try sync.payload.int("startAtServerMs") + 600_000 - rest
        let (from, to) = (try told.json.int("serverTimeMs"), try sync.json.int("serverTimeMs"))
        #expect(from <= wentOnAt && wentOnAt <= to)
        #expect(try await stage.host.refusal("HOST_RESUME").code == "wrong_state")
    }

    @Test func `answers are refused while the host has paused`() async throws {
        let stage = try await Stage()
        try await stage.start()
        stage.player.send("BRAKE_PULL")
        try await stage.player.until(state: "PAUSED_FOR_BRAKE")
        stage.host.send("HOST_PAUSE")
        try await stage.player.until { $0["paused"] == true }
        let error = try await stage.player.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"])
        #expect(error.code == "wrong_state")
        stage.host.send("HOST_RESUME")
        try await stage.player.until { $0["paused"] == false }
        stage.player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"])
        try await stage.player.next("ANSWER_ACK")
    }

    @Test func `the host's word counts more than the matcher's, until the end`() async throws {
        let stage = try await Stage(players: 2, settings: ["destinationsCount": 1])
        try await stage.start()
        try await stage.answer("Nearly right")
        try await stage.host.until { $0.at("review.0.answerText") == "Nearly right" }
        #expect(stage.host.document.at("review.0.isCorrect") == false)
        stage.host.send("HOST_FORCE_REVEAL")
        try await stage.host.until(state: "REVEAL_DESTINATION")
        try await stage.player.until(state: "REVEAL_DESTINATION")
        _ = try await stage.player.caughtUp()

        let word: JSONValue = ["playerId": stage.id, "isCorrect": true]
        stage.host.send("HOST_OVERRIDE_ANSWER", word)
        let update = try await stage.player.next("SCOREBOARD_UPDATE")
        #expect(update.payload.at("standings.0.playerId") == stage.id)
        #expect(update.payload.at("standings.0.points") == 10)
        #expect(stage.player.document.at("me.points") == 10)
        #expect(stage.player.document.at("reveal.results.0.isCorrect") == true)
        #expect(stage.player.document.at("reveal.results.0.pointsAwarded") == 10)
        let other: JSONValue = ["playerId": .string(stage.players[1].guest.id), "isCorrect": true]
        #expect(try await stage.host.refusal("HOST_OVERRIDE_ANSWER", other).code == "not_found")

        // A question, its answer, the other question, its answer.
        for _ in 1...4 { try await stage.skip(to: "FOLLOWUP_QUESTION") }
        for state in ["SCOREBOARD", "FINAL_RESULTS"] { try await stage.skip(to: state) }
        try await stage.host.until(state: "FINAL_RESULTS")
        #expect(try await stage.host.refusal("HOST_OVERRIDE_ANSWER", word).code == "wrong_state")
        #expect(stage.host.document.at("final.winnerPlayerId") == stage.id)
    }

    @Test func `a session that the host ends is aborted, without a fanfare`() async throws {
        let stage = try await Stage()
        try await stage.start()
        stage.host.send("HOST_END_SESSION")
        for client in [stage.host, stage.tv, stage.player] {
            try await client.until(state: "ROUND_END")
            #expect(client.document.at("final.aborted") == true)
            #expect(client.document.at("session.status") == "ended")
            _ = try await client.caughtUp()
        }
        #expect(!stage.tv.log.contains { $0.payload["sfxId"] == "winner_fanfare" })
        #expect(try await stage.host.refusal("HOST_START_GAME").code == "session_ended")
        #expect(try await stage.host.refusal("HOST_END_SESSION").code == "wrong_state")
    }

    @Test func `after a game the same people may play another`() async throws {
        let party = try await Party(settings: ["destinationsCount": 1, "timings": hurried])
        let player = try await party.player("Alva").client
        let host = try await party.host()
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_END")
        #expect(host.document.at("final.winnerPlayerId") == .null)
        #expect(host.document.at("final.isTie") == false)
        #expect(host.document.at("uiHints.canStart") == true)
        host.send("HOST_START_GAME")
        try await player.until(state: "ROUND_END")
        try await player.until(state: "ROUND_INTRO")
        try await player.until(state: "ROUND_END")
    }

    @Test func `the host may have another destination while in the lobby`() async throws {
        let stage = try await Stage()
        try await stage.host.until { $0.at("secret.destination.name") == "Namecity1x" }
        stage.host.send("HOST_REGENERATE_CONTENT")
        try await stage.host.until { $0.at("secret.destination.name") == "Namecity2x" }
        try await stage.start()
        #expect(stage.host.document.at("secret.destination.name") == "Namecity2x")
        #expect(try await stage.host.refusal("HOST_REGENERATE_CONTENT").code == "wrong_state")
    }

    @Test func `the music's gain goes to the screen and stands in its document`() async throws {
        let stage = try await Stage()
        try await stage.start()
        stage.host.send("MUSIC_GAIN_SET", ["gainDb": -6.5])
        #expect(try await stage.tv.next("MUSIC_GAIN_SET").payload == ["gainDb": -6.5])
        try await stage.tv.until { $0.at("audio.music.gainDb") == -6.5 }
        _ = try await stage.player.caughtUp()
        #expect(!stage.player.log.contains { $0.type.hasPrefix("MUSIC") })
    }

    @Test func `the lobby is told who comes and goes`() async throws {
        let party = try await Party()
        let tv = try await party.tv()
        let guest = try await party.join("Alva")
        let joined = try await tv.next("PLAYER_JOINED")
        #expect(joined.payload.at("player")?.names == ["avatar", "joinedAtMs", "name", "playerId"])
        #expect(joined.payload.at("player.playerId") == .string(guest.id))
        let updated = try await tv.next("LOBBY_UPDATED")
        #expect(updated.payload.names == ["host", "players", "settings"])
        #expect(updated.payload["host"] == ["connected": false])
        #expect(updated.payload.at("players.0.name") == "Alva")
    }
}
