import Protocol
import Testing

/// Protocol §3 and §4: too many messages, and the same message twice.
@Suite struct FloodTests {
    @Test func `a flood closes with 4429, and the room goes on`() async throws {
        let party = try await Party()
        let (host, player) = (try await party.host(), try await party.player("Alva").client)
        for number in 1...200 { player.send("TIME_PING", ["t0": .int(Int64(number))]) }
        let error = try await player.next("ERROR")
        #expect(error.code == "rate_limited" && error.payload["retryable"] == true)
        let end = try await player.end()
        #expect(end?.code == 4429 && end?.reason == "rate_limited")
        try await host.until { $0.at("players.0.connected") == false }
        _ = try await party.join("Bo")
        try await host.until { $0["players"]?.array?.count == 2 }
    }

    @Test func `a flood of pings is one too`() async throws {
        let party = try await Party()
        let player = try await party.seatedSocket(.player, party.join("Alva").auth)
        for _ in 1...200 { player.frame(.ping, []) }
        let end = try await player.end()
        #expect(end?.code == 4429 && end?.reason == "rate_limited")
    }

    @Test func `a client gets its document anew so many bytes at a time`() async throws {
        let party = try await Party(settings: ["maxPlayers": 200])
        let client = try await party.player("Alva").client
        for number in 1...120 { _ = try await party.join("Guest \(number)") }
        try await client.until { $0["players"]?.array?.count == 121 }
        // Within the messages that it may send.
        for number in 1...36 { client.send("RESUME_SESSION", msgId: "\(number)") }
        var (anew, refused) = (0, 0)
        while anew + refused < 36 {
            let message = try await client.next()
            if message.type == "WELCOME" { anew += 1 }
            guard message.type == "ERROR" else { continue }
            #expect(message.code == "rate_limited" && message.payload["retryable"] == true)
            refused += 1
        }
        #expect(anew >= 5 && refused >= 5, "\(anew) anew, \(refused) refused")
        // It stays, and who comes back gets the document all the same.
        _ = try await client.caughtUp()
        let tv = try await party.tv()
        #expect(tv.document["players"]?.array?.count == 121)
    }

    @Test func `a burst of forty is no flood`() async throws {
        let party = try await Party()
        let tv = try await party.tv()
        for number in 1...38 { tv.send("TIME_PING", ["t0": .int(Int64(number))]) }
        for number in 1...38 {
            #expect(try await tv.next("TIME_PONG").payload["t0"] == .int(Int64(number)))
        }
    }

    @Test func `a player's answers are limited over the seat's connections`() async throws {
        let party = try await Party(settings: ["timings": unhurried])
        let (guest, player) = try await party.player("Alva")
        let before = try await answersTaken(by: player, of: 12)
        let again = try await party.greeted(.player, guest.auth)
        let after = try await answersTaken(by: again, of: 12)
        // Six at once, and six more in ten seconds; a connection with a limit of its own would take another six.
        let back = (after.untilMs - before.fromMs) * 6 / 10_000 + 1
        #expect(Int64(before.count + after.count) <= 6 + back, "\(before), \(after)")
    }

    /// Sends answers to nothing, at once, and counts those that were looked at, between two times of the gateway's.
    private func answersTaken(
        by player: SocketClient,
        of count: Int
    ) async throws -> (count: Int, fromMs: Int64, untilMs: Int64) {
        for number in 1...count {
            let id = "\(ObjectIdentifier(player)) \(number)"
            player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"], msgId: id)
        }
        var taken = 0
        var times: [Int64] = []
        for _ in 1...count {
            let error = try await player.next("ERROR")
            times.append(try error.json.int("serverTimeMs"))
            if error.code == "wrong_state" {
                taken += 1
            } else {
                #expect(error.code == "rate_limited")
            }
        }
        return (taken, try #require(times.first), try #require(times.last))
    }

    @Test func `a repeated command gets the first result and has no second effect`() async throws {
        let party = try await Party(settings: ["timings": unhurried])
        let (_, player) = try await party.player("Alva")
        let host = try await party.host()
        host.send("HOST_START_GAME", msgId: "start")
        try await host.until(state: "ROUND_INTRO")
        host.send("HOST_START_GAME", msgId: "start")
        #expect(!(try await host.caughtUp()).contains { $0.type == "ERROR" })
        host.send("HOST_SKIP", msgId: "skip")
        host.send("HOST_SKIP", msgId: "skip")
        try await host.until { $0.at("clue.levelPoints") == 10 }
        host.send("HOST_SKIP", msgId: "skip")
        _ = try await host.caughtUp()
        #expect(host.document.at("clue.levelPoints") == 10)

        player.send("BRAKE_PULL", ["atClientMs": 1], msgId: "pull")
        let accepted = try await player.next("BRAKE_ACCEPTED")
        player.send("BRAKE_PULL", ["atClientMs": 1], msgId: "pull")
        let repeated = try await player.next("BRAKE_ACCEPTED")
        #expect(repeated.inReplyTo == "pull" && repeated.payload == accepted.payload)
        player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Rom"], msgId: "answer")
        let ack = try await player.next("ANSWER_ACK")
        #expect(ack.inReplyTo == "answer" && ack.payload == ["ok": true])
        player.send("BRAKE_ANSWER_SUBMIT", ["answerText": "Oslo"], msgId: "answer")
        let again = try await player.next("ANSWER_ACK")
        #expect(again.inReplyTo == "answer" && again.payload == ["ok": true])
        #expect(player.document.at("me.lockedAnswer") == "Rom")
    }

    @Test func `a repeated refusal is the same refusal`() async throws {
        let party = try await Party()
        let host = try await party.host()
        host.send("HOST_SKIP", msgId: "early")
        let first = try await host.next("ERROR")
        host.send("HOST_PAUSE", msgId: "early")
        let second = try await host.next("ERROR")
        #expect(first.inReplyTo == "early" && second.inReplyTo == "early")
        #expect(first.payload == second.payload && first.code == "wrong_state")
    }
}
