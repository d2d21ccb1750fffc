import Foundation
import HTTP
import Protocol
import Testing

extension ProcessTests {
    /// The death of a gateway, seen from its room.
    @Suite struct KillTests {
        /// Stages wait for clips, which are longer than the stages here.
        private static let mute = ["--voice", "none"]

        @Test func `what was acknowledged before a kill is there after it`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (first, address) = try await GatewayProcess.serving(folder)
            let party = try await Party(address, settings: ["timings": unhurried, "locale": "en"])
            let (alva, player) = try await party.player("Alva")
            let (bo, other) = try await party.player("Bo")
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await host.until(state: "ROUND_INTRO")
            host.send("HOST_SKIP")
            try await player.until(state: "CLUE_LEVEL")
            player.send("BRAKE_PULL")
            try await player.until(state: "PAUSED_FOR_BRAKE")
            player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Atlantis"], msgId: "answer")
            try await player.next("ANSWER_ACK")
            try await other.until { $0.at("clue.levelPoints") == 8 }
            other.send("BRAKE_PULL")
            try await other.until { $0.at("brake.brakeOwnerPlayerId") == .string(bo.id) }
            try await host.until { $0.at("brake.brakeOwnerPlayerId") == .string(bo.id) }
            let (version, secret) = (other.version, host.document["secret"])
            let before = other.document
            try await first.kill()

            let (second, there) = try await GatewayProcess.serving(folder)
            let back = other.resumed(at: there)
            try await back.next("WELCOME")
            _ = try await back.caughtUp()
            try await back.until { $0.at("players.1.connected") == true }
            #expect(back.version > version)
            #expect(back.document["state"] == "PAUSED_FOR_BRAKE")
            for part in ["clue", "brake", "round", "scoreboard", "session.settings", "me"] {
                #expect(back.document.at(part) == before.at(part), "\(part)")
            }
            #expect(back.document.at("timers.0.timerId") == before.at("timers.0.timerId"))
            let again = try await party.at(there).greeted(.player, alva.auth)
            #expect(again.document.at("me.lockedAnswer") == "Atlantis")
            let host2 = try await party.at(there).host()
            #expect(host2.document["secret"] == secret)
            #expect(host2.document.at("review.0.answerText") == "Atlantis")

            // A locked answer stays locked; the open brake still takes its answer.
            let repeated = try await again.refusal("BRAKE_ANSWER_SUBMIT", ["answerText": "Oslo"])
            #expect(repeated.type == "ERROR")
            back.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"])
            try await back.next("ANSWER_ACK")
            try await again.until { $0["state"] == "REVEAL_DESTINATION" }
            #expect(again.document.at("reveal.results.0.answerText") == "Atlantis")
            #expect(again.document.at("reveal.results.1.answerText") == "Rom")

            let web = Web(there)
            let seen = try await web.call(.get, party.path)
            #expect(seen.json["status"] == "active" && seen.json["playerCount"] == 2)
            let code: JSONValue = ["joinCode": party.created["joinCode"] ?? nil]
            #expect(try await web.call(.post, "/v1/join", code).status == 200)
            let refresh: JSONValue = ["refreshToken": .string(alva.refresh)]
            let renewed = try await web.call(.post, "\(party.path)/refresh", refresh)
            let same = try await web.call(.post, "\(party.path)/refresh", refresh)
            #expect(renewed.status == 200 && same.json == renewed.json)
            try await second.kill()
        }

        @Test
        func `a session at rest when its gateway is killed goes on, answers and all`()
            async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (first, address) = try await GatewayProcess.serving(
                folder,
                Self.mute + ["--rest-after", "1"]
            )
            let party = try await Party(address, settings: ["timings": unhurried, "locale": "en"])
            let (alva, player) = try await party.player("Alva")
            let (bo, other) = try await party.player("Bo")
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await host.until(state: "ROUND_INTRO")
            host.send("HOST_SKIP")
            try await player.until(state: "CLUE_LEVEL")
            player.send("BRAKE_PULL")
            try await player.until(state: "PAUSED_FOR_BRAKE")
            player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Atlantis"])
            try await player.next("ANSWER_ACK")
            try await other.until { $0.at("clue.levelPoints") == 8 }
            let before = other.document
            for client in [player, other, host] { client.leave() }
            try await Web(address).until("gateway_rooms_at_rest 1.0", within: .seconds(60))
            try await first.kill()

            let (second, there) = try await GatewayProcess.serving(folder, Self.mute)
            let back = other.resumed(at: there)
            try await back.next("WELCOME")
            _ = try await back.caughtUp()
            for part in ["state", "clue", "round", "scoreboard", "session.settings", "me"] {
                #expect(back.document.at(part) == before.at(part), "\(part)")
            }
            let again = try await party.at(there).greeted(.player, alva.auth)
            #expect(again.document.at("me.lockedAnswer") == "Atlantis")
            // The clue at which it rested is still to be stopped.
            back.send("BRAKE_PULL")
            try await back.until { $0.at("brake.brakeOwnerPlayerId") == .string(bo.id) }
            back.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"])
            try await back.next("ANSWER_ACK")
            try await again.until { $0["state"] == "REVEAL_DESTINATION" }
            #expect(again.document.at("reveal.results.0.answerText") == "Atlantis")
            #expect(again.document.at("reveal.results.1.answerText") == "Rom")
            try await second.kill()
        }

        @Test func `a command that is repeated after a kill has no second effect`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (first, address) = try await GatewayProcess.serving(folder)
            let party = try await Party(address, settings: ["timings": unhurried, "locale": "en"])
            _ = try await party.player("Alva")
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await host.until(state: "ROUND_INTRO")
            host.send("HOST_SKIP", msgId: "once")
            try await host.until(state: "CLUE_LEVEL")
            try await first.kill()
            let (second, there) = try await GatewayProcess.serving(folder)
            let back = try await party.at(there).host()
            back.send("HOST_SKIP", msgId: "once")
            back.send("HOST_PAUSE")
            try await back.until { $0["paused"] == true }
            #expect(back.document.at("clue.levelPoints") == 10)
            try await second.kill()
        }

        @Test
        func `a game goes on by its timers after its gateway was killed, and replays the same`()
            async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (first, address) = try await GatewayProcess.serving(folder, Self.mute)
            var timings = hurried.object ?? [:]
            timings["reveal"] = 600_000
            let party = try await Party(
                address,
                settings: ["destinationsCount": 1, "timings": .object(timings), "locale": "en"]
            )
            let (alva, player) = try await party.player("Alva")
            let host = try await party.host()
            host.send("HOST_START_GAME")
            try await player.until(state: "REVEAL_DESTINATION")
            host.send("HOST_PAUSE")
            try await player.until { $0["paused"] == true }
            try await first.kill()

            let (second, there) = try await GatewayProcess.serving(folder, Self.mute)
            let back = try await party.at(there).greeted(.player, alva.auth)
            #expect(back.document["paused"] == true)
            let host2 = try await party.at(there).host()
            host2.send("HOST_RESUME")
            host2.send("HOST_SKIP")
            try await back.until(state: "ROUND_END")
            second.signal(SIGTERM)
            #expect(try await back.end()?.code == 1001)
            #expect(try await second.status() == 0)

            let replay = try await GatewayProcess.run(
                ["replay", party.session, "--data-dir", folder.path]
            )
            #expect(replay.status == 0, "\(replay.output)")
            #expect(replay.output.contains("scores: the same") && replay.output.contains("Alva"))
        }
    }
}
