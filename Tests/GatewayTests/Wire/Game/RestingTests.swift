import Protocol
import Testing

@testable import Gateway

/// Rooms that nobody is in, behind real sockets; a second stands for the minute.
@Suite struct RestingTests {
    /// A game of two in its first clue.
    private func stage(
        on deployment: Deployment,
        clueMs: JSONValue = 600_000
    ) async throws -> Stage {
        let stage = try await Stage(players: 2, on: deployment, timings: ["clue": clueMs])
        try await stage.start()
        return stage
    }

    private func commits(_ deployment: Deployment) async throws -> Double {
        let metrics = try await deployment.web().call(.get, "/metrics").text
        return metrics.split(separator: "\n")
            .filter { $0.hasPrefix("gateway_commits_total") }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
            .reduce(0, +)
    }

    @Test func `a room rests when nobody is there, and a player who comes back wakes it`()
        async throws
    {
        let deployment = try Deployment { $0.quietMs = 1_000 }
        let stage = try await stage(on: deployment)
        try await stage.answer("Atlantis")
        let other = stage.players[1].client
        try await other.until { $0.at("clue.levelPoints") == 8 }
        let before = stage.player.document
        for client in stage.everybody { client.leave() }
        try await deployment.untilAtRest(1)

        let back = stage.player.resumed(at: deployment.address)
        try await back.next("WELCOME")
        _ = try await back.caughtUp()
        try await back.until { $0.at("players.0.connected") == true }
        try await deployment.untilAtRest(0)
        for part in ["state", "clue", "round", "scoreboard", "session.settings", "me"] {
            #expect(back.document.at(part) == before.at(part), "\(part)")
        }
        #expect(back.document.at("me.lockedAnswer") == "Atlantis")
        // The game goes on, for who comes later as well.
        let host = try await stage.party.host()
        host.send("HOST_SKIP")
        for client in [host, back] { try await client.until { $0.at("clue.levelPoints") == 6 } }
        await deployment.stop()
    }

    @Test func `a timer wakes a room at its time, with nobody there to see`() async throws {
        let deployment = try Deployment { $0.quietMs = 1_000 }
        let stage = try await stage(on: deployment, clueMs: 45_000)
        let first = try #require(stage.host.document.at("timers.0.startAtServerMs")?.int)
        for client in stage.everybody { client.leave() }
        try await deployment.untilAtRest(1)
        // Nobody asks for the session: only its timer can wake it. It may be at rest again before anybody
        // looks, but what it has committed stays counted.
        let before = try await commits(deployment)
        for _ in 0..<3_000 where try await commits(deployment) == before {
            try await Task.sleep(for: .milliseconds(50))
        }
        let host = try await stage.party.host()
        let second = try #require(host.document.at("timers.0.startAtServerMs")?.int)
        // On a busy machine more than one timer may have come before anybody looks.
        let turns = (second - first) / 45_000
        #expect(turns >= 1 && host.document.at("clue.levelPoints") == .int(10 - 2 * turns))
        let lateMs = (second - first) % 45_000
        // Timers that nobody sees to are picked up 1 500 ms late: these were seen to.
        #expect(lateMs < 1_500 * turns, "\(lateMs) ms late")
        await deployment.stop()
    }
}

extension Stage {
    var everybody: [SocketClient] { [host, tv] + players.map(\.client) }
}
