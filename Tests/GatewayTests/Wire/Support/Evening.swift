import Protocol
import Transport

/// One whole game with a host, a screen and three players, played by the book: nothing in it happens by
/// a timer but the confetti.
final class Evening {
    let party: Party
    let host: SocketClient
    let tv: SocketClient
    let alva: SocketClient
    let bo: SocketClient
    let cleo: SocketClient
    let ids: [String]
    let tokens: [String: String]

    var everybody: [(name: String, client: SocketClient)] {
        [("HOST", host), ("TV", tv), ("alva", alva), ("bo", bo), ("cleo", cleo)]
    }

    /// Everybody sits, and has read all there was.
    init(_ address: SocketAddress, settings: JSONValue = Evening.settings) async throws {
        party = try await Party(address, settings: settings)
        (host, tv) = (try await party.host(), try await party.tv())
        let players = [
            try await party.player("Alva"), try await party.player("Bo"),
            try await party.player("Cleo"),
        ]
        (alva, bo, cleo) = (players[0].client, players[1].client, players[2].client)
        ids = players.map(\.guest.id)
        tokens = [
            "HOST": try party.hostAuth, "TV": try await party.tvAuth(),
            "alva": players[0].guest.auth, "bo": players[1].guest.auth,
            "cleo": players[2].guest.auth,
        ]
        for (_, client) in everybody {
            try await client.until { document in
                document["players"]?.array?.count == 3
                    && document["players"]?.array?.allSatisfy { $0["connected"] == true } == true
            }
            client.log = []
        }
    }

    static let settings: JSONValue = [
        "destinationsCount": 1, "followupsPerDestination": 1, "timings": unhurried,
    ]

    /// The steps of the game; after each, what everybody waits for.
    enum Step: CaseIterable {
        case start, firstClue, pull, wrongAnswer, secondPull, rightAnswer, reveal, question,
            answers,
            scoreboard, finale, end
    }

    /// Plays one step, and reads until everybody has seen it through.
    func play(_ step: Step) async throws {
        switch step {
        case .start:
            host.send("HOST_START_GAME")
            try await all(state: "ROUND_INTRO")
        case .firstClue:
            host.send("HOST_SKIP")
            try await all("TIMER_SYNC", count: 2)
        case .pull:
            alva.send("BRAKE_PULL", ["atClientMs": 1], msgId: "pull")
            try await all("TIMER_SYNC", count: 2)
            cleo.send("BRAKE_PULL", ["atClientMs": 2], msgId: "pull")
            try await cleo.next("BRAKE_REJECTED")
        case .wrongAnswer:
            alva.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Atlantis"], msgId: "answer")
            try await alva.next("ANSWER_ACK")
            try await all("TIMER_SYNC", count: 2, except: "alva")
        case .secondPull:
            bo.send("BRAKE_PULL", ["atClientMs": 3])
            try await all("TIMER_SYNC", count: 2)
        case .rightAnswer:
            bo.send("BRAKE_ANSWER_SUBMIT", ["answerText": .string(SecretPackage.name(1))])
            try await bo.next("ANSWER_ACK")
            try await all("TIMER_SYNC", count: 2, except: "bo")
        case .reveal:
            host.send("HOST_FORCE_REVEAL")
            try await all("TIMER_SYNC", count: 2)
        case .question:
            host.send("HOST_SKIP")
            try await all("TIMER_SYNC", count: 2)
        case .answers:
            try await answer(alva, "Nothing")
            try await answer(alva, SecretPackage.answer(1, 1))
            try await answer(bo, "Nothing")
            try await answer(cleo, "Synonym1x1")
            try await all("TIMER_SYNC", count: 2, except: "cleo")
        case .scoreboard:
            host.send("HOST_SKIP")
            try await all("TIMER_SYNC", count: 2)
        case .finale:
            host.send("HOST_SKIP")
            try await all("TIMER_SYNC", count: 2)
            try await tv.next("UI_EFFECT_TRIGGER")
        case .end:
            host.send("HOST_SKIP")
            try await all(state: "ROUND_END")
            try await all("TIMER_SYNC", count: 1)
        }
        // Messages for the screen alone come behind those for all.
        for (_, client) in everybody { _ = try await client.caughtUp() }
        for (_, client) in everybody { client.log.removeAll { $0.type == "TIME_PONG" } }
    }

    private func answer(_ player: SocketClient, _ text: String) async throws {
        player.send("FOLLOWUP_ANSWER_SUBMIT", ["index": 1, "answerText": .string(text)])
        try await player.next("ANSWER_ACK")
    }

    private func all(state: String) async throws {
        for (_, client) in everybody { try await client.until(state: state) }
    }

    private func all(_ type: String, count: Int, except name: String = "") async throws {
        for (other, client) in everybody where other != name {
            for _ in 1...count { try await client.nextButSync(type) }
        }
    }
}

extension SocketClient {
    /// The next message of a type that is no pulse.
    fileprivate func nextButSync(_ type: String) async throws {
        while try await next(type).payload["phase"] == "sync" {}
    }
}
