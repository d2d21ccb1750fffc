import Foundation
import OpenSSL
import Protocol
import Testing
import Transport

@testable import Gateway

/// Everybody of a stored session, back on their seats, who play it to its end.
final class Reunion {
    private let stored: StoredBuild.Session
    private let host: SocketClient
    private let players: [(id: String, client: SocketClient)]
    private var points: [String: Int64]
    /// The next to pull the brake: nobody does so twice in two seconds.
    private var turn = 1
    /// The next to answer.
    private var speaker = 0
    private var rightlyPulled: Set<String> = []

    init(_ stored: StoredBuild.Session, on address: SocketAddress) async throws {
        self.stored = stored
        points = stored.points
        let seat = { (viewer: Viewer, role: Role) in
            let token = Self.token(viewer, of: stored.session)
            let client = SocketClient(address, session: stored.session, as: role, token)
            try await client.next("STATE_SNAPSHOT")
            return client
        }
        host = try await seat(.host, .host)
        var players: [(id: String, client: SocketClient)] = []
        for (_, id) in stored.players {
            players.append((id, try await seat(.player(PlayerID(rawValue: id)), .player)))
        }
        self.players = players
    }

    /// Those of then have expired.
    private static func token(_ viewer: Viewer, of session: String) -> String {
        let signer = TokenSigner(keys: [TokenSigner.Key(id: "1", secret: Deployment.secret)])
        let now = ServerTime(ms: Int64(Date().timeIntervalSince1970 * 1000))
        let id = SessionID(rawValue: session)
        return TokenIssuer(signer: signer).pair(id, viewer, at: now).auth
    }

    /// Goes on where the session stood.
    ///
    /// - Returns: everybody's points by the scoreboard, and by what was earned.
    func playOn() async throws -> (shown: [String: Int64], earned: [String: Int64]) {
        if stored.isPaused {
            #expect(host.document["state"]?.string == stored.state)
            #expect(host.document["paused"] == true)
            host.send("HOST_RESUME")
            try await host.until { $0["paused"] == false }
        } else {
            try await awaitOverdueTimer()
        }
        if stored.name == "game over" { try await beginAnew() }
        while host.document["state"] != "ROUND_END" { try await step() }
        var shown: [String: Int64] = [:]
        for standing in host.document["scoreboard"]?.array ?? [] {
            shown[try standing.text("playerId")] = try standing.int("points")
        }
        return (shown, points)
    }

    /// Time went on while no gateway was there.
    private func awaitOverdueTimer() async throws {
        switch stored.state {
        case "CLUE_LEVEL": try await host.until { $0.at("clue.levelPoints") != 8 }
        case "PAUSED_FOR_BRAKE", "FINAL_RESULTS":
            try await host.until { $0["state"]?.string != self.stored.state }
        case "FOLLOWUP_QUESTION": try await host.until { $0.at("followup.locked") == true }
        case _: break
        }
    }

    private func beginAnew() async throws {
        points = points.mapValues { _ in 0 }
        try await command("HOST_START_GAME")
    }

    private func step() async throws {
        switch try host.document.text("state") {
        case "LOBBY":
            try await host.until { $0.at("uiHints.canStart") == true }
            try await command("HOST_START_GAME")
        case "PREPARING_ROUND":
            try await host.until { $0["state"] != "PREPARING_ROUND" }
        case "CLUE_LEVEL":
            let round = try host.document.text("round.roundId")
            if rightlyPulled.insert(round).inserted {
                try await pull()
            } else {
                try await command("HOST_FORCE_REVEAL")
            }
        case "PAUSED_FOR_BRAKE":
            rightlyPulled.insert(try host.document.text("round.roundId"))
            try await answerBrake()
        case "FOLLOWUP_QUESTION" where host.document.at("followup.locked") == false:
            try await answerQuestion()
        case _:
            try await command("HOST_SKIP")
        }
    }

    private func command(_ type: String) async throws {
        let before = moment
        host.send(type)
        // The game may have gone on by itself meanwhile: then it is refused, and no harm is done.
        while moment == before, try await host.next().type != "ERROR" {}
    }

    /// The place of the game; those who come and go change nothing in it.
    private var moment: [JSONValue?] {
        ["state", "round.roundId", "clue.levelPoints", "followup.index", "followup.locked"].map {
            host.document.at($0)
        }
    }

    private func pull() async throws {
        let review = host.document["review"]?.array ?? []
        let locked = review.compactMap { $0["playerId"]?.string }
        while locked.contains(players[turn % players.count].id) { turn += 1 }
        players[turn % players.count].client.send("BRAKE_PULL", ["atClientMs": 1])
        turn += 1
        try await host.until(state: "PAUSED_FOR_BRAKE")
    }

    private func answerBrake() async throws {
        let owner = try host.document.text("brake.brakeOwnerPlayerId")
        let level = try host.document.int("clue.levelPoints")
        let name = try host.document.text("secret.destination.name")
        let player = try #require(players.first { $0.id == owner })
        player.client.send("BRAKE_ANSWER_SUBMIT", ["answerText": .string(name)])
        try await player.client.next("ANSWER_ACK")
        points[owner, default: 0] += level
        try await host.until { $0["state"] != "PAUSED_FOR_BRAKE" }
    }

    /// One who has not answered yet is right: a player may answer six times in ten seconds.
    private func answerQuestion() async throws {
        let index = try host.document.int("followup.index")
        let right = try host.document.text("secret.followups.\(index - 1).accepted.0")
        let answered = (host.document["review"]?.array ?? []).filter { $0["index"]?.int == index }
            .compactMap { $0["playerId"]?.string }
        while answered.contains(players[speaker % players.count].id) { speaker += 1 }
        let (id, client) = players[speaker % players.count]
        speaker += 1
        let answer: JSONValue = ["index": .int(index), "answerText": .string(right)]
        client.send("FOLLOWUP_ANSWER_SUBMIT", answer)
        try await client.next("ANSWER_ACK")
        points[id, default: 0] += 2
        // The last one to answer closes the question.
        if answered.count + 1 < players.count {
            try await command("HOST_SKIP")
        } else {
            try await host.until { $0.at("followup.locked") == true }
        }
    }
}
