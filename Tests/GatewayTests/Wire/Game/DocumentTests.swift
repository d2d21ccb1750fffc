import Protocol
import Testing

/// Protocol §3.2: snapshot and patches give the same document, and nobody sees too much.
@Suite struct DocumentTests {
    @Test func `patches lead every role to what a snapshot shows, at every version`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        for (_, client) in evening.everybody { client.asksAnew = true }
        for step in Evening.Step.allCases {
            try await evening.play(step)
            for (name, client) in evening.everybody {
                let patched = client.document.withoutVersion
                client.send("RESUME_SESSION")
                try await client.next("STATE_SNAPSHOT")
                #expect(client.document.withoutVersion == patched, "\(name), \(step)")
                #expect(client.mismatches.isEmpty, "\(name), \(step): \(client.mismatches)")
            }
        }
        for (name, client) in evening.everybody { #expect(client.comparisons > 10, "\(name)") }
    }

    @Test func `a game that runs by itself is followed by patches alone`() async throws {
        let party = try await Party(settings: ["destinationsCount": 2, "timings": hurried])
        let player = try await party.player("Alva").client
        let (host, tv) = (try await party.host(), try await party.tv())
        for client in [host, tv, player] { client.asksAnew = true }
        host.send("HOST_START_GAME")
        for client in [host, tv, player] {
            try await client.until(state: "ROUND_END")
            _ = try await client.caughtUp()
            #expect(client.mismatches.isEmpty)
            #expect(client.document.at("round") == .null)
        }
    }

    @Test func `nobody but the host sees the secret before the reveal`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        let others = evening.everybody.filter { $0.name != "HOST" }
        for step in Evening.Step.allCases.prefix(while: { $0 != .reveal }) {
            try await evening.play(step)
            // The bytes of a snapshot count like those of patches.
            for (name, client) in others {
                client.send("RESUME_SESSION")
                try await client.next("STATE_SNAPSHOT")
                let found = SecretPackage.words(1).filter { client.hasReceived($0) }
                // A player's own text is the player's alone.
                #expect(found == (name == "bo" && step == .rightAnswer ? ["Namecity1x"] : []))
            }
        }
        for points in [4, 2] {
            for (_, client) in others {
                #expect(!client.hasReceived(SecretPackage.clue(1, points)))
            }
        }
        for word in SecretPackage.words(1)
        where !word.hasPrefix("place") && !word.hasPrefix("Rev")
            && !word.hasPrefix("Region") && !word.hasPrefix("Claim")
        {
            #expect(evening.host.hasReceived(word), "\(word)")
        }
        let web = evening.party.web
        for path in [evening.party.path, "/metrics", "/readyz"] {
            let body = try await web.call(.get, path).text
            #expect(!SecretPackage.words(1).contains { body.contains($0) }, "\(path)")
        }
    }

    @Test func `a question's answer and the next destination stay secret until their time`()
        async throws
    {
        let party = try await Party(
            settings: [
                "destinationsCount": 2, "followupsPerDestination": 1, "timings": unhurried,
            ]
        )
        let player = try await party.player("Alva").client
        let (host, tv) = (try await party.host(), try await party.tv())
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_INTRO")
        host.send("HOST_SKIP")
        try await host.until(state: "CLUE_LEVEL")
        host.send("HOST_FORCE_REVEAL")
        host.send("HOST_SKIP")
        for client in [tv, player] {
            try await client.until { $0["state"] == "FOLLOWUP_QUESTION" }
            _ = try await client.caughtUp()
            #expect(!client.hasReceived("Solution1x") && !client.hasReceived("Synonym1x"))
            #expect(
                client.document["followup"]?.names == ["index", "locked", "questionText", "total"]
            )
        }
        host.send("HOST_SKIP")
        for client in [tv, player] {
            try await client.until { $0.at("followup.locked") == true }
            #expect(client.hasReceived("Solution1x"))
        }
        host.send("HOST_SKIP")
        try await host.until(state: "SCOREBOARD")
        host.send("HOST_SKIP")
        for client in [tv, player] {
            try await client.until { $0.at("round.index") == 2 && $0["state"] == "ROUND_INTRO" }
            #expect(SecretPackage.words(2).filter { client.hasReceived($0) } == [])
        }
        try await host.until { $0.at("secret.destination.name") == "Namecity2x" }
    }

    @Test func `a latecomer's snapshot has the clues so far, and no secret`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        for step in Evening.Step.allCases.prefix(while: { $0 != .reveal }) {
            try await evening.play(step)
        }
        let late = try await evening.party.player("Doris").client
        #expect(late.document.at("clue.levelPoints") == 6)
        #expect(late.document.at("clue.earlier.0.clueText") == .string(SecretPackage.clue(1, 10)))
        #expect(
            late.document.at("clue")?.names == [
                "clueText", "earlier", "levelIndex", "levelPoints", "totalLevels",
            ]
        )
        #expect(SecretPackage.words(1).filter { late.hasReceived($0) } == [])
    }

    @Test func `every part of the document has the members of the contract`() async throws {
        let evening = try await Evening(Deployment.shared.address)
        var parts: [String: [String]] = [:]
        for step in Evening.Step.allCases {
            try await evening.play(step)
            for (name, path) in [
                ("HOST", "round"), ("HOST", "brake"), ("HOST", "reveal"),
                ("TV", "reveal.results.0"),
                ("TV", "followup"), ("TV", "followup.results.0"), ("HOST", "timers.0"),
                ("alva", "final"), ("HOST", "secret"), ("HOST", "secret.destination"),
                ("HOST", "secret.clues.0"), ("HOST", "secret.followups.0"), ("HOST", "review.0"),
                ("TV", "audio.music"), ("alva", "final.standingsTop.0"),
            ] {
                let client = evening.everybody.first { $0.name == name }?.client
                if let names = client?.document.at(path)?.names { parts[path] = names }
            }
        }
        #expect(
            parts == [
                "round": ["index", "roundId", "total"],
                "brake": ["brakeOwnerPlayerId", "levelPoints", "photoFinish"],
                "reveal": [
                    "country", "destinationName", "lat", "lon", "results", "revealText",
                ],
                "reveal.results.0": [
                    "answerText", "isCorrect", "lockedAtLevelPoints", "playerId", "pointsAwarded",
                ],
                "followup": [
                    "correctAnswer", "index", "locked", "questionText", "results", "total",
                ],
                "followup.results.0": ["isCorrect", "playerId", "pointsAwarded"],
                "timers.0": [
                    "durationMs", "paused", "phase", "remainingMs", "startAtServerMs", "timerId",
                ],
                "final": [
                    "aborted", "isTie", "standingsFull", "standingsTop", "tieWinners",
                    "winnerPlayerId",
                ],
                "final.standingsTop.0": ["name", "playerId", "points"],
                "secret": ["clues", "destination", "followups", "freshLeft"],
                "secret.destination": ["aliases", "country", "lat", "lon", "name"],
                "secret.clues.0": ["levelPoints", "sources", "text", "verification"],
                "secret.followups.0": ["accepted", "index", "questionText", "sources"],
                "review.0": ["answerText", "index", "isCorrect", "levelPoints", "playerId"],
                "audio.music": ["gainDb", "mode", "startAtServerMs", "trackId"],
            ]
        )
    }
}
