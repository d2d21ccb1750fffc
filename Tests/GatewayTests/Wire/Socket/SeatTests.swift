import Protocol
import Testing

/// Protocol §3.1 and §3.2: seats, and coming back to them.
@Suite struct SeatTests {
    @Test func `the newest connection of a host or player wins`() async throws {
        let party = try await Party()
        let (guest, first) = try await party.player("Alva")
        let second = try await party.greeted(.player, guest.auth)
        let error = try await first.next("ERROR")
        #expect(error.code == "taken_over" && error.payload["retryable"] == false)
        let end = try await first.end()
        #expect(end?.code == 4409 && end?.reason == "taken_over")
        try await first.untilGone()
        _ = try await second.caughtUp()
        #expect(second.document.at("players.0.connected") == true)

        let (old, new) = (try await party.host(), try await party.host())
        #expect(try await old.end()?.code == 4409)
        _ = try await new.caughtUp()
        #expect(new.document.at("session.host.connected") == true)
    }

    @Test func `who is turned away by the room is let go as soon as both have said Close`()
        async throws
    {
        // Nothing ends but by the handshake.
        let deployment = try Deployment { $0.times.closingMs = 600_000 }
        let party = try await Party(deployment.address)
        let (guest, player) = try await party.player("Alva")
        player.send("LEAVE")
        try await player.untilGone()
        let again = try await party.socket()
        again.hello("PLAYER", guest.auth)
        #expect(try await again.end()?.code == 4403)
        again.sendClose(4403)
        try await again.untilGone()
        // A session that is over, and whose room is not open any more.
        _ = try await party.web.call(.delete, party.path, bearer: party.hostAuth)
        let late = try await party.socket()
        late.hello("HOST", try party.hostAuth)
        #expect(try await late.end()?.code == 4410)
        late.sendClose(4410)
        try await late.untilGone()
        await deployment.stop()
    }

    @Test func `a host who asks for something and leaves hears what came of it`() async throws {
        let party = try await Party()
        _ = try await party.player("Alva")
        let host = try await party.host()
        _ = try await host.caughtUp()
        host.send("HOST_START_GAME")
        host.send("LEAVE")
        #expect(try await host.end()?.code == 1000)
        #expect(host.document["state"] != "LOBBY")
    }

    @Test func `several screens may watch at once`() async throws {
        let party = try await Party()
        let (one, two) = (try await party.tv(), try await party.tv())
        _ = try await party.join("Alva")
        for tv in [one, two] { try await tv.until { $0["players"]?.array?.count == 1 } }
    }

    @Test func `a player who leaves is gone, and so is a screen`() async throws {
        let party = try await Party()
        let host = try await party.host()
        let (guest, player) = try await party.player("Alva")
        player.send("LEAVE")
        #expect(try await player.end()?.code == 1000)
        let left = try await host.next("PLAYER_LEFT")
        #expect(left.payload == ["playerId": .string(guest.id)])
        try await host.until { $0["players"] == [] && $0["scoreboard"] == [] }
        let again = try await party.socket()
        again.hello("PLAYER", guest.auth)
        #expect(try await again.end()?.code == 4403)
        let tv = try await party.tv()
        try await host.until { $0.at("session.tv.connected") == true }
        tv.send("LEAVE")
        #expect(try await tv.end()?.code == 1000)
        try await host.until { $0.at("session.tv.connected") == false }
    }

    @Test func `a dropped player is away, not gone, and resumes with patches`() async throws {
        let party = try await Party()
        let host = try await party.host()
        let (guest, player) = try await party.player("Alva")
        player.drop()
        try await host.until { $0.at("players.0.connected") == false }
        _ = try await party.join("Bo")
        try await host.until { $0["players"]?.array?.count == 2 }

        let back = player.resumed(at: party.address)
        let welcome = try await back.next()
        #expect(welcome.type == "WELCOME" && welcome.payload["resumed"] == true)
        #expect(welcome.payload["role"] == "PLAYER" && welcome.payload["projection"] == "player")
        let messages = try await back.caughtUp()
        #expect(!messages.contains { $0.type == "STATE_SNAPSHOT" })
        #expect(messages.contains { $0.type == "STATE_PATCH" })
        try await back.until { $0.at("players.0.connected") == true }
        let fresh = try await party.greeted(.player, guest.auth)
        #expect(back.document.withoutVersion == fresh.document.withoutVersion)
    }

    @Test func `who asks from too far back, or from the future, gets a snapshot`() async throws {
        let party = try await Party()
        _ = try await party.join("Alva")
        for version: JSONValue in [0, 1_000_000, nil] {
            let client = try await party.socket(bearer: party.hostAuth)
            client.send("RESUME_SESSION", ["deviceId": "a", "lastVersion": version])
            let welcome = try await client.next()
            #expect(welcome.payload["resumed"] == false, "\(version)")
            let snapshot = try await client.next()
            #expect(snapshot.type == "STATE_SNAPSHOT")
            #expect(snapshot.version == snapshot.payload["version"]?.int)
        }
        for wrong: JSONValue in ["1", -1, 1.5, true] {
            let client = try await party.socket(bearer: party.hostAuth)
            client.send("RESUME_SESSION", ["lastVersion": wrong])
            let error = try await client.next("ERROR")
            #expect(error.code == "bad_message" && error.field == "payload.lastVersion")
            #expect(try await client.end()?.code == 4400)
        }
    }

    @Test func `the document can be asked for anew at any time`() async throws {
        let party = try await Party()
        let host = try await party.host()
        _ = try await host.caughtUp()
        host.send("RESUME_SESSION", [:], msgId: "anew")
        let welcome = try await host.next("WELCOME")
        #expect(welcome.inReplyTo == "anew" && welcome.payload["resumed"] == false)
        #expect(try await host.next().type == "STATE_SNAPSHOT")
        host.send("RESUME_SESSION", ["lastVersion": .int(host.version)])
        #expect(try await host.next("WELCOME").payload["resumed"] == true)
        let rest = try await host.caughtUp()
        #expect(rest.isEmpty)
        let error = try await host.refusal("RESUME_SESSION", ["lastVersion": "x"])
        #expect(error.code == "bad_message" && error.field == "payload.lastVersion")
    }

    @Test func `a player who was removed may not come back by the same seat`() async throws {
        let party = try await Party()
        let host = try await party.host()
        let (guest, player) = try await party.player("Alva")
        host.send("HOST_KICK_PLAYER", ["playerId": .string(guest.id)], msgId: "kick")
        #expect(try await player.next("ERROR").code == "forbidden")
        #expect(try await player.end()?.code == 4403)
        try await host.next("PLAYER_LEFT")
        let back = try await party.socket(bearer: guest.auth)
        back.send("RESUME_SESSION", ["deviceId": "a", "lastVersion": 2])
        #expect(try await back.next("ERROR").code == "forbidden")
        #expect(try await back.end()?.code == 4403)
        #expect(try await party.tryToJoin("Bo").status == 201)
        #expect(
            try await host.refusal("HOST_KICK_PLAYER", ["playerId": .string(guest.id)]).code
                == "not_found"
        )
    }
}

extension JSONValue {
    /// A document without the one member that patches do not carry.
    var withoutVersion: JSONValue {
        guard var object else { return self }
        object["version"] = nil
        return .object(object)
    }
}
