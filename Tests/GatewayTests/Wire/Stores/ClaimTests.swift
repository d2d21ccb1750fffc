import Protocol
import TestSupport
import Testing

@testable import Gateway

extension StoreTests {
    /// The brake over two gateways: its claim in Redis is what decides.
    @Suite(.serialized) struct ClaimTests {
        private let pair: Pair
        private let stage: Stage
        /// Plays on the other gateway.
        private let bo: SocketClient
        private let key: String

        init() async throws {
            pair = try Pair()
            stage = try await Stage(players: 1, on: pair.left)
            let guest = try await stage.party.join("Bo")
            bo = try await stage.party.at(pair.right.address).greeted(.player, guest.auth)
            try await stage.start()
            try await bo.until(state: "CLUE_LEVEL")
            key = "session:{\(stage.party.session)}:lock:brake"
        }

        private func held() throws -> String { try pair.redis.command(["GET", key]) }

        @Test func `its key is there while the brake is on, whichever gateway ends it`()
            async throws
        {
            #expect(try held() == "")
            stage.player.send("BRAKE_PULL")
            try await bo.until(state: "PAUSED_FOR_BRAKE")
            let owner = stage.players[0].guest.id
            #expect(try held().hasPrefix("\(owner):"))
            let ttlMs = try #require(Int64(try pair.redis.command(["PTTL", key])))
            let brakeMs = try #require(bo.document.at("timers.0.durationMs")?.int)
            #expect((1...brakeMs + 5_000).contains(ttlMs))
            let refused = try await bo.refusal("BRAKE_PULL", ["atClientMs": 1])
            #expect(refused.payload == ["reason": "already_paused"])
            stage.player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Atlantis"])
            try await bo.until(state: "CLUE_LEVEL")
            #expect(try held() == "")
            await pair.stop()
        }

        @Test func `who finds the key taken is refused, and the game goes on`() async throws {
            // As a gateway that takes it before its commit does.
            try pair.redis.command(["SET", key, "somebody:77", "PX", "60000"])
            let refused = try await stage.player.refusal("BRAKE_PULL", ["atClientMs": 1])
            #expect(refused.payload == ["reason": "already_paused"])
            #expect(stage.player.document.at("clue.levelPoints") == 10)
            try pair.redis.command(["DEL", key])
            bo.send("BRAKE_PULL")
            try await stage.player.until(state: "PAUSED_FOR_BRAKE")
            await pair.stop()
        }
    }
}
