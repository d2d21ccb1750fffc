import Protocol
import Testing

/// Protocol §3.5: the brake, and every way in which it is refused.
@Suite struct BrakeTests {
    private func expectRejected(
        _ player: SocketClient,
        _ reason: JSONValue,
        detail: JSONValue? = nil
    ) async throws {
        let message = try await player.refusal("BRAKE_PULL", ["atClientMs": 1])
        #expect(message.type == "BRAKE_REJECTED")
        #expect(message.payload["reason"] == reason && message.payload["detail"] == detail)
        #expect(message.payload.names == (detail == nil ? ["reason"] : ["detail", "reason"]))
    }

    @Test func `nobody pulls before the game or outside of a clue`() async throws {
        let stage = try await Stage(players: 2)
        try await expectRejected(stage.player, "not_allowed", detail: "wrong_state")
        stage.host.send("HOST_START_GAME")
        let other = stage.players[1].client
        try await other.until(state: "ROUND_INTRO")
        try await expectRejected(other, "not_allowed", detail: "wrong_state")
    }

    @Test func `nobody pulls while the host has paused`() async throws {
        let stage = try await Stage()
        try await stage.start()
        stage.host.send("HOST_PAUSE")
        try await stage.player.until { $0["paused"] == true }
        try await expectRejected(stage.player, "not_allowed", detail: "host_paused")
    }

    @Test func `of a storm of pulls one is accepted, and every other hears why not`() async throws {
        let stage = try await Stage(players: 8)
        try await stage.start()
        for (_, client) in stage.players { client.send("BRAKE_PULL", msgId: "pull") }
        var owners: Set<JSONValue> = []
        var rejections = 0
        for (guest, client) in stage.players {
            let accepted = try await client.next("BRAKE_ACCEPTED")
            let owner = accepted.payload["brakeOwnerPlayerId"] ?? nil
            owners.insert(owner)
            if owner != .string(guest.id) {
                let rejected = client.log.first { $0.type == "BRAKE_REJECTED" }
                let told: Message
                if let rejected {
                    told = rejected
                } else {
                    told = try await client.next("BRAKE_REJECTED")
                }
                #expect(told.payload == ["reason": "already_paused"])
                #expect(told.inReplyTo == "pull")
                rejections += 1
            }
        }
        #expect(owners.count == 1 && rejections == 7)
    }

    @Test func `how long an acceptance took is in the metrics, a refusal is not`() async throws {
        let deployment = try Deployment()
        let stage = try await Stage(players: 2, on: deployment)
        try await stage.start()
        stage.player.send("BRAKE_PULL")
        _ = try await stage.player.next("BRAKE_ACCEPTED")
        try await expectRejected(stage.players[1].client, "already_paused")
        let text = try await deployment.web().call(.get, "/metrics").text
        #expect(text.contains("\ngateway_brake_seconds_count 1\n"))
        await deployment.stop()
    }

    @Test func `a pull within two seconds of the last is too soon, on whatever connection`()
        async throws
    {
        // A busy machine may take longer than that to pull; the gateway's own clock tells.
        for _ in 1...100 {
            let stage = try await Stage()
            for _ in 1...3 { stage.player.send("BRAKE_PULL") }
            var told: [Message] = []
            for _ in 1...3 { told.append(try await stage.player.next("BRAKE_REJECTED")) }
            let again = try await stage.party.greeted(.player, stage.players[0].guest.auth)
            told.append(try await again.refusal("BRAKE_PULL", ["atClientMs": 1]))
            let times = try told.map { try $0.json.int("serverTimeMs") }
            guard zip(times, times.dropFirst()).allSatisfy({ $1 - $0 < 1_900 }) else { continue }
            #expect(told.allSatisfy { $0.type == "BRAKE_REJECTED" })
            #expect(
                told.map(\.payload) == [
                    ["reason": "not_allowed", "detail": "wrong_state"], ["reason": "rate_limited"],
                    ["reason": "rate_limited"], ["reason": "rate_limited"],
                ]
            )
            return
        }
        Issue.record("no four pulls came within two seconds of each other")
    }

    @Test func `whoever has answered does not pull again`() async throws {
        let stage = try await Stage(players: 2)
        try await stage.start()
        let answered = stage.players[1].client
        answered.send("BRAKE_PULL")
        try await answered.until(state: "PAUSED_FOR_BRAKE")
        answered.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Atlantis"])
        try await answered.until { $0.at("me.lockedAnswer") == "Atlantis" }
        #expect(answered.document.at("uiHints.canBrake") == false)
        #expect(answered.document.at("players.1.locked") == true)
        stage.host.send("HOST_SKIP")
        try await answered.until { $0.at("clue.levelPoints") == 8 }
        // Longer than a pull is remembered.
        try await Task.sleep(for: .seconds(2.1))
        try await expectRejected(answered, "not_allowed", detail: "already_answered")
    }

    @Test func `only the owner answers, once, with 1 to 200 characters`() async throws {
        let stage = try await Stage(players: 2)
        try await stage.start()
        let other = stage.players[1].client
        #expect(
            try await stage.player.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"]).code
                == "wrong_state"
        )
        stage.player.send("BRAKE_PULL")
        for (_, client) in stage.players { try await client.until(state: "PAUSED_FOR_BRAKE") }
        #expect(stage.player.document.at("uiHints.canAnswer") == true)
        #expect(other.document.at("uiHints.canAnswer") == false)
        #expect(
            try await other.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"]).code
                == "forbidden"
        )
        for wrong: JSONValue in ["", "  \t ", .string(String(repeating: "x", count: 201)), 1] {
            let error = try await stage.player.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": wrong])
            #expect(error.code == "bad_message" && error.field?.hasSuffix("answerText") == true)
        }
        let text = String(repeating: "ö", count: 200)
        stage.player.send("BRAKE_ANSWER_SUBMIT", ["answerText": .string(" \(text) ")])
        #expect(try await stage.player.next("ANSWER_ACK").payload == ["ok": true])
        #expect(stage.player.document.at("me.lockedAnswer") == .string(text))
        let late = try await other.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"])
        #expect(late.code == "wrong_state")
    }

    @Test func `a second answer for the same destination is refused`() async throws {
        let stage = try await Stage(players: 2)
        try await stage.start()
        try await stage.answer("Atlantis")
        #expect(
            try await stage.player.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"]).code
                == "already_answered"
        )
    }

    @Test func `no answer in time locks an empty one, and a later one is too late`() async throws {
        let stage = try await Stage(players: 2, timings: ["brakeAnswer": 20])
        try await stage.start()
        stage.player.send("BRAKE_PULL")
        let locked = try await stage.player.next("BRAKE_ANSWER_LOCKED")
        #expect(locked.payload == ["playerId": stage.id])
        try await stage.player.until { $0.at("clue.levelPoints") == 8 }
        #expect(stage.player.document.at("me.lockedAnswer") == "")
        #expect(
            try await stage.player.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"]).code
                == "too_late"
        )
    }

    @Test(arguments: [true, false]) func `when all have answered the reveal comes early if it may`(
        early: Bool
    ) async throws {
        let stage = try await Stage(settings: ["earlyReveal": .bool(early)])
        try await stage.start()
        try await stage.answer(SecretPackage.name(1))
        try await stage.player.until {
            early ? $0["state"] == "REVEAL_DESTINATION" : $0.at("clue.levelPoints") == 8
        }
    }

    @Test func `an answer that the lock's owner never gives is forfeited by a skip`() async throws {
        let stage = try await Stage(players: 2)
        try await stage.start()
        stage.player.send("BRAKE_PULL")
        for client in [stage.host, stage.tv, stage.player, stage.players[1].client] {
            try await client.until(state: "PAUSED_FOR_BRAKE")
        }
        try await stage.skip(to: "CLUE_LEVEL")
        #expect(stage.player.document.at("clue.levelPoints") == 8)
        #expect(stage.player.document.at("me.lockedAnswer") == "")
    }
}
