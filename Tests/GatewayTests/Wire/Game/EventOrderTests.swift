import Protocol
import Testing

/// Protocol §3.3–§3.8: who hears what, in which order, in a game by the book.
@Suite struct EventOrderTests {
    /// Messages that a step makes everybody hear, TIMER_SYNC with its phase.
    static let forAll: [Evening.Step: [String]] = {
        let next = ["TIMER_SYNC cancelled", "TIMER_SYNC started"]
        return [
            .start: ["STATE_PATCH", "STATE_PATCH", "TIMER_SYNC started"],
            .firstClue: ["STATE_PATCH", "CLUE_PRESENT"] + next,
            .pull: ["STATE_PATCH", "BRAKE_ACCEPTED"] + next,
            .wrongAnswer: ["STATE_PATCH", "BRAKE_ANSWER_LOCKED", "CLUE_PRESENT"] + next,
            .secondPull: ["STATE_PATCH", "BRAKE_ACCEPTED"] + next,
            .rightAnswer: ["STATE_PATCH", "BRAKE_ANSWER_LOCKED", "CLUE_PRESENT"] + next,
            .reveal: [
                "STATE_PATCH", "DESTINATION_REVEAL", "DESTINATION_RESULTS", "SCOREBOARD_UPDATE",
            ] + next,
            .question: ["STATE_PATCH", "FOLLOWUP_PRESENT"] + next,
            .answers: ["STATE_PATCH", "FOLLOWUP_LOCKED", "FOLLOWUP_RESULTS"] + next,
            .scoreboard: ["STATE_PATCH", "SCOREBOARD_UPDATE"] + next,
            .finale: ["STATE_PATCH", "FINAL_RESULTS_PRESENT"] + next,
            .end: ["STATE_PATCH", "TIMER_SYNC cancelled"],
        ]
    }()

    /// Messages that the screen hears behind those.
    static let sound: [Evening.Step: [String]] = [
        .start: ["MUSIC_SET music_travel"],
        .pull: ["AUDIO_STOP", "SFX_PLAY brake_pull"],
        .wrongAnswer: ["SFX_PLAY answer_lock"],
        .secondPull: ["AUDIO_STOP", "SFX_PLAY brake_pull"],
        .rightAnswer: ["SFX_PLAY answer_lock"],
        .reveal: ["SFX_PLAY reveal_sting"],
        .question: ["MUSIC_SET music_followup"],
        .answers: ["SFX_PLAY correct"],
        .scoreboard: ["MUSIC_STOP"],
        .finale: [
            "MUSIC_STOP", "SFX_PLAY sting_build", "SFX_PLAY drumroll", "SFX_PLAY winner_fanfare",
            "UI_EFFECT_TRIGGER confetti",
        ],
        .end: ["AUDIO_STOP"],
    ]

    /// Messages besides for the one who did something.
    static func own(_ name: String, _ step: Evening.Step) -> (before: [String], after: [String]) {
        switch (name, step) {
        case ("cleo", .pull): ([], ["BRAKE_REJECTED"])
        case ("alva", .wrongAnswer), ("bo", .rightAnswer), ("cleo", .answers):
            ([], ["ANSWER_ACK"])
        case ("HOST", .answers): (["STATE_PATCH", "STATE_PATCH", "STATE_PATCH"], [])
        case ("alva", .answers): (["STATE_PATCH", "ANSWER_ACK", "STATE_PATCH", "ANSWER_ACK"], [])
        case ("bo", .answers): (["STATE_PATCH", "ANSWER_ACK"], [])
        case ("TV", let step): ([], sound[step] ?? [])
        case _: ([], [])
        }
    }

    static func told(_ message: Message) -> String {
        let detail = ["phase", "sfxId", "trackId", "effectId"].lazy
            .compactMap { message.payload[$0]?.string }.first
        return message.type + (detail.map { " \($0)" } ?? "")
    }

    @Test func `everybody hears the game in the order of the contract, and no more`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        for step in Evening.Step.allCases {
            try await evening.play(step)
            for (name, client) in evening.everybody {
                let own = Self.own(name, step)
                let expected = own.before + (Self.forAll[step] ?? []) + own.after
                #expect(client.log.map(Self.told) == expected, "\(name), \(step)")
                client.log = []
            }
        }
    }

    /// The names of every event's members.
    static let members: [String: [String]] = [
        "STATE_PATCH": ["baseVersion", "ops", "version"],
        "TIMER_SYNC": [
            "durationMs", "paused", "phase", "remainingMs", "startAtServerMs", "timerId",
        ],
        "CLUE_PRESENT": ["clueText", "levelIndex", "levelPoints", "totalLevels"],
        "BRAKE_ACCEPTED": ["brakeOwnerPlayerId", "levelPoints", "lockedPlayersCount"],
        "BRAKE_REJECTED": ["reason"],
        "BRAKE_ANSWER_LOCKED": ["playerId"],
        "ANSWER_ACK": ["ok"],
        "DESTINATION_REVEAL": ["country", "destinationName", "revealText"],
        "DESTINATION_RESULTS": ["results"],
        "SCOREBOARD_UPDATE": ["standings"],
        "FOLLOWUP_PRESENT": ["index", "questionText", "timer", "total"],
        "FOLLOWUP_LOCKED": ["index"],
        "FOLLOWUP_RESULTS": ["correctAnswer", "index", "results"],
        "FINAL_RESULTS_PRESENT": [
            "isTie", "standingsFull", "standingsTop", "tieWinners", "winnerPlayerId",
        ],
        "MUSIC_SET": ["gainDb", "mode", "startAtServerMs", "trackId"],
        "MUSIC_STOP": ["fadeOutMs"],
        "AUDIO_STOP": [],
        "SFX_PLAY": ["sfxId", "startAtServerMs"],
        "UI_EFFECT_TRIGGER": ["durationMs", "effectId", "intensity"],
    ]

    @Test func `every message of a game has the members of the contract`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        for step in Evening.Step.allCases { try await evening.play(step) }
        var seen: Set<String> = []
        for (name, client) in evening.everybody {
            for message in client.log {
                seen.insert(message.type)
                let names = Self.members[message.type]
                #expect(names != nil && message.payload.names == names, "\(name) \(message)")
                let known = [
                    "inReplyTo", "payload", "serverTimeMs", "sessionId", "type", "version",
                ]
                #expect(Set(message.json.names ?? []).isSubset(of: known), "\(message)")
                #expect(message.json["sessionId"] == .string(evening.party.session))
                #expect(message.json["serverTimeMs"]?.int != nil)
                let isReply = ["ANSWER_ACK", "BRAKE_REJECTED"].contains(message.type)
                #expect((message.version == nil) == isReply, "\(message)")
            }
        }
        #expect(seen == Set(Self.members.keys))
        #expect(evening.cleo.log.first { $0.type == "BRAKE_REJECTED" }?.inReplyTo == "pull")
        #expect(evening.alva.log.first { $0.type == "ANSWER_ACK" }?.inReplyTo == "answer")
    }

    @Test func `a game says what happened in it`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        for step in Evening.Step.allCases { try await evening.play(step) }
        let (alva, bo, cleo) = (evening.ids[0], evening.ids[1], evening.ids[2])
        func all(_ type: String) -> [JSONValue] {
            evening.cleo.log.filter { $0.type == type }.map(\.payload)
        }
        let clues = all("CLUE_PRESENT")
        #expect(
            clues.first == [
                "levelPoints": 10, "clueText": .string(SecretPackage.clue(1, 10)),
                "levelIndex": 1, "totalLevels": 5,
            ]
        )
        #expect(clues.map { $0["levelPoints"] } == [10, 8, 6])
        #expect(
            all("BRAKE_ACCEPTED") == [
                [
                    "brakeOwnerPlayerId": .string(alva), "levelPoints": 10,
                    "lockedPlayersCount": 0,
                ],
                ["brakeOwnerPlayerId": .string(bo), "levelPoints": 8, "lockedPlayersCount": 1],
            ]
        )
        #expect(all("BRAKE_REJECTED") == [["reason": "already_paused"]])
        #expect(
            all("DESTINATION_REVEAL") == [
                [
                    "destinationName": "Namecity1x", "country": "Countryland1x",
                    "revealText": "Revealed1x at last",
                ]
            ]
        )
        func result(_ id: String, _ level: JSONValue, _ text: JSONValue, _ points: Int64)
            -> JSONValue
        {
            [
                "playerId": .string(id), "isCorrect": .bool(points > 0),
                "pointsAwarded": .int(points), "lockedAtLevelPoints": level, "answerText": text,
            ]
        }
        #expect(
            all("DESTINATION_RESULTS").first?["results"] == [
                result(alva, 10, "Atlantis", 0), result(bo, 8, "Namecity1x", 8),
                result(cleo, nil, nil, 0),
            ]
        )
        let followup = try #require(all("FOLLOWUP_RESULTS").first)
        #expect(followup["index"] == 1 && followup["correctAnswer"] == "Solution1x1")
        let right = followup["results"]?.array?.map { $0["isCorrect"] }
        #expect(right == [true, false, true])
        let final = try #require(all("FINAL_RESULTS_PRESENT").first)
        #expect(final["winnerPlayerId"] == .string(bo) && final["isTie"] == false)
        #expect(final["tieWinners"] == [])
        #expect(final.at("standingsFull.0.name") == "Bo")
        #expect(final.at("standingsFull.0")?.names == ["name", "playerId", "points"])
        #expect(evening.cleo.document.at("final.aborted") == false)
        #expect(evening.cleo.document.at("final.winnerPlayerId") == .string(bo))
    }

    @Test func `the finale is cued to the screen at the times of the contract`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        for step in Evening.Step.allCases { try await evening.play(step) }
        let log = evening.tv.log
        let start = try #require(log.firstIndex { $0.type == "FINAL_RESULTS_PRESENT" })
        let finale = log[start...]
        func time(_ sound: String) throws -> Int64 {
            try #require(finale.first { $0.payload["sfxId"] == .string(sound) })
                .payload.int("startAtServerMs")
        }
        let said = try finale[start].json.int("serverTimeMs")
        let t0 = try time("sting_build")
        // Said when it was committed, a moment after the clock was read.
        #expect(t0 <= said + 500)
        #expect(try time("drumroll") == t0 + 800)
        #expect(try time("winner_fanfare") == t0 + 3200)
        #expect(finale.first { $0.type == "MUSIC_STOP" }?.payload == ["fadeOutMs": 600])
        let effect = try #require(finale.first { $0.type == "UI_EFFECT_TRIGGER" })
        #expect(
            effect.payload == ["effectId": "confetti", "intensity": "high", "durationMs": 2500]
        )
        #expect(try effect.json.int("serverTimeMs") >= t0 + 3200)
        let timer = try #require(finale.first { $0.payload["phase"] == "started" })
        #expect(try timer.payload.int("startAtServerMs") == t0)
    }
}
