import Protocol
import Testing

@testable import Gateway

/// Protocol §3 and §3.1: how a client says who it is.
@Suite struct GreetingTests {
    enum Way: CaseIterable { case header, subprotocol, message }

    @Test(arguments: Way.allCases) func `a client may authenticate in three ways`(
        way: Way
    ) async throws {
        let party = try await Party()
        let token = try party.hostAuth
        let client = try await RawSocket(
            party.address,
            session: party.session,
            protocols: way == .subprotocol ? ["tripto.v1", "bearer.\(token)"] : ["tripto.v1"],
            bearer: way == .header ? token : nil
        )
        #expect(client.subprotocol == "tripto.v1")
        client.hello("HOST", way == .message ? token : nil)
        let welcome = try await client.next()
        #expect(welcome.type == "WELCOME")
        #expect(welcome.json.names == ["payload", "serverTimeMs", "sessionId", "type"])
        #expect(welcome.json["sessionId"] == .string(party.session))
        #expect(
            welcome.payload.names == [
                "connectionId", "projection", "resumed", "role", "serverTimeMs", "timeOffsetHintMs",
            ]
        )
        #expect(welcome.payload["role"] == "HOST" && welcome.payload["projection"] == "host")
        #expect(welcome.payload["resumed"] == false)
        #expect(try await client.next().type == "STATE_SNAPSHOT")
    }

    @Test func `no subprotocol need be offered, and only ours is chosen`() async throws {
        let party = try await Party()
        for protocols in [[], ["chat"], ["tripto.v2", "tripto.v1"]] {
            let client = try await RawSocket(
                party.address,
                session: party.session,
                protocols: protocols
            )
            #expect(client.subprotocol == (protocols.contains("tripto.v1") ? "tripto.v1" : nil))
            client.hello("HOST", try party.hostAuth)
            try await client.next("WELCOME")
        }
    }

    @Test func `each role has its own document`() async throws {
        let party = try await Party()
        let common = [
            "brake", "canReact", "clue", "dispute", "final", "followup", "paused", "players",
            "reveal", "round", "scoreboard", "session", "state", "timers", "uiHints", "version",
        ]
        let (host, tv) = (try await party.host(), try await party.tv())
        let player = try await party.player("Alva").client
        #expect(host.document.names == (common + ["review", "secret"]).sorted())
        #expect(tv.document.names == (common + ["audio"]).sorted())
        #expect(player.document.names == (common + ["me"]).sorted())
        let session = ["game", "host", "sessionId", "settings", "status", "tv"]
        #expect(player.document["session"]?.names == session)
        let inviting = session + ["joinCode", "joinUrl"]
        #expect(tv.document["session"]?.names == inviting.sorted())
        let steering = inviting + ["offeredTo", "removed", "screens", "speaker"]
        #expect(host.document["session"]?.names == steering.sorted())
        #expect(
            player.document["me"]?.names == [
                "canBrake", "followupAnswer", "lockedAnswer", "mayHost", "name", "playerId",
                "points", "rank", "vote",
            ]
        )
        let hints = ["canAnswer", "canBrake", "canDispute", "canVote"]
        #expect(player.document["uiHints"]?.names == hints)
        #expect(
            host.document["uiHints"]?.names == [
                "canAddPlayer", "canPause", "canReveal", "canSkip", "canStart",
            ]
        )
        let audio: JSONValue = ["music": nil, "voice": nil, "speaker": nil, "gainDb": -16.0]
        #expect(tv.document["audio"] == audio)
        #expect(
            player.document.at("players.0")?.names == [
                "avatar", "connected", "joinedAtMs", "locked", "name", "playerId",
            ]
        )
        #expect(
            player.document.at("scoreboard.0")?.names == ["name", "playerId", "points", "rank"]
        )
    }

    @Test func `a token for another role is forbidden with 4403`() async throws {
        let party = try await Party()
        let guest = try await party.join("Alva")
        let tokens = [
            "HOST": try party.hostAuth, "TV": try await party.tvAuth(), "PLAYER": guest.auth,
        ]
        for (own, token) in tokens {
            for role in tokens.keys where role != own {
                let client = try await party.socket()
                client.hello(role, token)
                let error = try await client.next("ERROR")
                #expect(error.code == "forbidden" && error.field == "payload.role")
                #expect(error.payload.names == ["code", "field", "message", "retryable"])
                let end = try await client.end()
                #expect(end?.code == 4403 && end?.reason == "forbidden")
            }
        }
    }

    @Test func `a token of another session, none, or nonsense is unauthorized with 4401`()
        async throws
    {
        let (party, other) = (try await Party(), try await Party())
        let refresh = try party.created.text("hostRefreshToken")
        for token in [try other.hostAuth, nil, "", "x", refresh] {
            let client = try await party.socket()
            client.hello("HOST", token)
            #expect(try await client.next("ERROR").code == "unauthorized")
            #expect(try await client.end()?.code == 4401)
        }
    }

    @Test func `an expired token is told so, with 4401`() async throws {
        let party = try await Party()
        let session = SessionID(rawValue: party.session)
        let token = TokenCallTests.issuer.pair(session, .host, at: TokenCallTests.longAgo).auth
        let client = try await party.socket(bearer: token)
        client.hello("HOST", nil)
        #expect(try await client.next("ERROR").code == "token_expired")
        #expect(try await client.end()?.code == 4401)
    }

    @Test func `two tokens that differ are unauthorized, two that agree are not`() async throws {
        let party = try await Party()
        let (token, other) = (try party.hostAuth, try await party.join("Alva").auth)
        let torn = try await party.socket(bearer: token)
        torn.hello("HOST", other)
        #expect(try await torn.next("ERROR").code == "unauthorized")
        #expect(try await torn.end()?.code == 4401)
        let whole = try await party.socket(bearer: token)
        whole.hello("HOST", token)
        try await whole.next("WELCOME")
    }

    @Test func `a token in the query opens nothing`() async throws {
        let party = try await Party()
        let client = try await RawSocket(
            party.address,
            session: "\(party.session)&token=\(party.hostAuth)&authToken=\(party.hostAuth)"
        )
        client.send(text: Array(#"{"type":"HELLO","payload":{"role":"HOST"}}"#.utf8))
        #expect(try await client.end()?.code == 4401)
    }

    @Test func `whoever does not greet is closed with 4401`() async throws {
        let deployment = try Deployment { $0.times.greetingMs = 0 }
        let party = try await Party(deployment.address)
        let client = try await party.socket(bearer: party.hostAuth)
        #expect(try await client.next("ERROR").code == "unauthorized")
        #expect(try await client.end()?.code == 4401)
        await deployment.stop()
    }

    @Test func `however many do not greet, all are closed`() async throws {
        let deployment = try Deployment {
            $0.shards = 1
            $0.times.greetingMs = 1_000
        }
        let party = try await Party(deployment.address)
        var clients: [RawSocket] = []
        for _ in 0..<SocketTimes.maxSweptAtOnce * 2 + 1 {
            clients.append(try await party.socket())
        }
        for client in clients { #expect(try await client.end()?.code == 4401) }
        await deployment.stop()
    }

    @Test func `nothing but a greeting, and a look at the clock, comes first`() async throws {
        let party = try await Party()
        let client = try await party.socket(bearer: party.hostAuth)
        client.send("TIME_PING", ["t0": 5])
        try await client.next("TIME_PONG")
        client.send("HOST_START_GAME")
        #expect(try await client.next("ERROR").code == "unauthorized")
        #expect(try await client.end()?.code == 4401)
    }

    @Test func `a role that is none is a bad message`() async throws {
        let party = try await Party()
        for role: JSONValue in ["BOSS", "host", 1, nil] {
            let client = try await party.socket(bearer: party.hostAuth)
            client.send("HELLO", ["role": role])
            let error = try await client.next("ERROR")
            #expect(error.code == "bad_message" && error.field == "payload.role", "\(role)")
            #expect(try await client.end()?.code == 4400)
        }
    }

    @Test func `a session that nobody knows is told nothing more than a foreign token`()
        async throws
    {
        let party = try await Party()
        let client = try await RawSocket(party.address, session: "0000000000000000")
        client.hello("HOST", try party.hostAuth)
        #expect(try await client.next("ERROR").code == "unauthorized")
        #expect(try await client.end()?.code == 4401)
    }

    @Test func `a second HELLO is out of place, and changes nothing`() async throws {
        let party = try await Party()
        let host = try await party.host()
        host.hello("HOST", try party.hostAuth, msgId: "again")
        let error = try await host.next("ERROR")
        #expect(error.code == "wrong_state" && error.inReplyTo == "again")
        _ = try await host.caughtUp()
    }

    @Test func `the clock is answered with three times`() async throws {
        let party = try await Party()
        let host = try await party.host()
        for t0: JSONValue in [1_700_000_000_000, 12.5, -1] {
            host.send("TIME_PING", ["t0": t0], msgId: "time")
            let pong = try await host.next("TIME_PONG")
            #expect(pong.payload.names == ["t0", "t1", "t2"])
            #expect(pong.payload["t0"] == t0 && pong.inReplyTo == "time")
            #expect(try pong.payload.int("t1") <= pong.payload.int("t2"))
        }
        for t0: JSONValue in ["1", nil, true] {
            host.send("TIME_PING", ["t0": t0], msgId: "no time")
            let error = try await host.next("ERROR")
            #expect(error.code == "bad_message" && error.field == "payload.t0")
            #expect(error.inReplyTo == "no time")
        }
    }
}
