import Foundation
import HTTP
import Protocol
import TestSupport
import Testing

@testable import Gateway

extension StoreTests {
    /// Clients and timers of a gateway that goes away, or is cut off.
    @Suite(.serialized) struct HandOverTests {
        /// A game in its first clue, with its host and a player on the left gateway.
        private struct Game {
            let party: Party
            let host: SocketClient
            let player: SocketClient
            let guest: Party.Guest

            init(_ pair: Pair, clueMs: Int64) async throws {
                let timings: JSONValue = [
                    "intro": 20, "clue": .int(clueMs), "brakeAnswer": 600_000, "reveal": 600_000,
                ]
                party = try await Party(
                    pair.left.address,
                    settings: ["timings": timings, "locale": "en"]
                )
                (guest, player) = try await party.player("Alva")
                host = try await party.host()
                host.send("HOST_START_GAME")
                try await player.until(state: "CLUE_LEVEL")
            }

            /// The end of the present clue's time.
            var deadlineMs: Int64 {
                get throws {
                    let start = player.document.at("timers.0.startAtServerMs")?.int
                    let length = player.document.at("timers.0.durationMs")?.int
                    return try #require(start) + #require(length)
                }
            }
        }

        /// Milliseconds after which a client was asked to come back.
        private func hintMs(_ client: SocketClient) async throws -> Int {
            let end = try #require(try await client.end())
            #expect(end.code == 1001)
            let mark = "retry_after_ms="
            #expect(end.reason.hasPrefix(mark))
            return try #require(Int(end.reason.dropFirst(mark.count)))
        }

        @Test func `timers of a drained gateway go on in time, with nobody there to see`()
            async throws
        {
            let pair = try Pair()
            let game = try await Game(pair, clueMs: 10_000)
            let deadlineMs = try game.deadlineMs
            await withCheckedContinuation { done in pair.left.gateway.drain { done.resume() } }
            for client in [game.host, game.player] {
                #expect(try await hintMs(client) <= Configuration.leastReturningMs)
            }
            let leftMs = deadlineMs - Int64(Date().timeIntervalSince1970 * 1_000)
            try await Task.sleep(for: .milliseconds(leftMs + 1_600))
            let back = try await game.party.at(pair.right.address).greeted(.player, game.guest.auth)
            #expect(back.document.at("clue.levelPoints") == 8)
            let startMs = try #require(back.document.at("timers.0.startAtServerMs")?.int)
            #expect(startMs >= deadlineMs)
            // Without the hand-over nobody looks until it is 1 500 ms late.
            #expect(startMs - deadlineMs < 1_500, "\(startMs - deadlineMs) ms late")
            await pair.right.stop()
        }

        @Test func `clients of a gateway that alone can't reach Redis are sent where it can`()
            async throws
        {
            let pair = try Pair()
            let game = try await Game(pair, clueMs: 1_000)
            try pair.shutOutLeft()
            for client in [game.host, game.player] { _ = try await hintMs(client) }
            // No seat is given here that the store does not know of.
            let stubborn = try await game.party.socket()
            stubborn.hello("PLAYER", game.guest.auth)
            #expect(try await stubborn.next("ERROR").code == "degraded")
            #expect(try await stubborn.end()?.code == 1001)
            let there = try await game.party.at(pair.right.address).host()
            #expect(there.document.at("clue.levelPoints") != 10)
            await pair.stop()
        }

        @Test func `when Redis is away for all, everybody stays where they are`() async throws {
            let pair = try Pair()
            let game = try await Game(pair, clueMs: 8_000)
            let other = try await game.party.at(pair.right.address).tv()
            pair.redis.pause()
            try await Task.sleep(for: .seconds(9))
            for client in [game.host, game.player, other] { _ = try await client.caughtUp() }
            pair.redis.resume()
            for client in [game.host, game.player, other] {
                try await client.until { $0.at("clue.levelPoints") == 8 }
            }
            await pair.stop()
        }

        @Test func `many clients are given more time to come back than few`() throws {
            let configuration = try Deployment.configuration(in: Deployment.newFolder())
            #expect(configuration.drainMs == 10_000)
            #expect(configuration.returningMs(of: 9) == 300)
            #expect(configuration.returningMs(of: 300) == 300)
            #expect(configuration.returningMs(of: 2_000) == 2_000)
            #expect(configuration.returningMs(of: 50_000) == 5_000)
        }
    }
}
