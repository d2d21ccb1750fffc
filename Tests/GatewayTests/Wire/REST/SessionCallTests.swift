import HTTP
import Protocol
import Testing

/// Protocol §2: the calls about a session, to the letter.
@Suite struct SessionCallTests {
    @Test func `a new session is answered with its names, links and tokens`() async throws {
        let web = try Deployment.shared.web()
        let answer = try await web.call(.post, "/v1/sessions")
        #expect(answer.status == 201)
        #expect(answer.headers.first("Content-Type")?.hasPrefix("application/json") == true)
        #expect(answer.headers.first("Cache-Control") == "no-store")
        #expect(
            answer.json.names == [
                "hostAuthToken", "hostRefreshToken", "hostToken", "hostUrl", "joinCode",
                "joinToken", "joinUrl", "recoveryCode", "sessionId", "tvJoinToken", "tvUrl",
                "wsUrl",
            ]
        )
        let session = try answer.json.text("sessionId")
        let crockford = Set("0123456789abcdefghjkmnpqrstvwxyz")
        #expect(session.count == 16 && session.allSatisfy(crockford.contains))
        let readable = Set("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
        let code = try answer.json.text("joinCode")
        #expect(code.count == 6 && code.allSatisfy(readable.contains))
        let base = Deployment.publicURL
        let token = try answer.json.text("joinToken")
        #expect(token.count == 13 && token.allSatisfy(crockford.contains))
        #expect(try answer.json.text("joinUrl") == "\(base)/join/\(session)?t=\(token)")
        let hostToken = try answer.json.text("hostToken")
        #expect(try answer.json.text("hostUrl") == "\(base)/host#s=\(session)&h=\(hostToken)")
        #expect(try answer.json.text("tvUrl").hasPrefix("\(base)/tv/\(session)?t="))
        #expect(try answer.json.text("wsUrl") == "ws://play.test/v1/ws?session=\(session)")
    }

    @Test func `an empty body, an empty object and the game's name ask for the same`() async throws
    {
        let web = try Deployment.shared.web()
        for body: JSONValue in [[:], ["game": "tripto"], ["settings": [:]], ["extra": 1]] {
            #expect(try await web.call(.post, "/v1/sessions", body).status == 201, "\(body)")
        }
    }

    @Test func `a game that nobody knows is a bad field`() async throws {
        let web = try Deployment.shared.web()
        for game: JSONValue in ["chess", 1, nil, [:]] {
            let answer = try await web.call(.post, "/v1/sessions", ["game": game])
            #expect(answer.status == 400, "\(game)")
            #expect(answer.code == "bad_message" && answer.field == "game", "\(game)")
        }
    }

    @Test func `a session says what is known of it to anybody`() async throws {
        let party = try await Party()
        let web = party.web
        var answer = try await web.call(.get, party.path)
        #expect(answer.status == 200)
        #expect(
            answer.json == [
                "sessionId": .string(party.session), "game": "tripto", "status": "lobby",
                "playerCount": 0, "joinable": true,
            ]
        )
        _ = try await party.join("Alva")
        answer = try await web.call(.get, party.path)
        #expect(answer.json["playerCount"] == 1)
    }

    @Test func `a session that nobody knows is not found`() async throws {
        let web = try Deployment.shared.web()
        for id in [
            "0000000000000000", "zzzzzzzzzzzzzzzz", "SHOUTED000000000", "short", "ilou000000000000",
        ] {
            let answer = try await web.call(.get, "/v1/sessions/\(id)")
            #expect(answer.status == 404 && answer.code == "not_found", "\(id)")
        }
    }

    @Test func `a status follows the game`() async throws {
        let party = try await Party(settings: ["timings": unhurried, "allowLateJoin": false])
        _ = try await party.join("Alva")
        let host = try await party.host()
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_INTRO")
        var json = try await party.web.call(.get, party.path).json
        #expect(json["status"] == "active" && json["joinable"] == false)
        host.send("HOST_END_SESSION")
        try await host.until(state: "ROUND_END")
        json = try await party.web.call(.get, party.path).json
        #expect(json["status"] == "ended" && json["joinable"] == false)
    }

    @Test func `a state that is asked for is what a socket of the same role is told`() async throws
    {
        let party = try await Party(settings: ["timings": unhurried])
        let (alva, player) = try await party.player("Alva")
        let host = try await party.host()
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_INTRO")
        try await player.until(state: "ROUND_INTRO")
        let path = "\(party.path)/state"
        for (socket, bearer) in [(host, try party.hostAuth), (player, alva.auth)] {
            let answer = try await party.web.call(.get, path, bearer: bearer)
            _ = try await socket.caughtUp()
            #expect(answer.status == 200)
            #expect(answer.json["version"]?.int == socket.version)
            #expect(Self.members(of: answer.json) == Self.members(of: socket.document))
        }
        // The place that is looked for is the host's alone.
        let secret = try #require(host.document.at("secret.destination.name")?.string)
        let told = try await party.web.call(.get, path, bearer: party.hostAuth).text
        let shown = try await party.web.call(.get, path, bearer: alva.auth).text
        #expect(told.contains(secret) && !shown.contains(secret))
    }

    /// All but the version, which patches do not tell.
    private static func members(of document: JSONValue) -> JSONObject? {
        var members = document.object
        members?["version"] = nil
        return members
    }

    @Test func `a state is sent anew once it is another`() async throws {
        let party = try await Party()
        let alva = try await party.join("Alva")
        let path = "\(party.path)/state"
        let first = try await party.web.call(.get, path, bearer: alva.auth)
        let tag = try #require(first.headers.first("ETag"))
        #expect(first.headers.first("Cache-Control") == "private, no-cache")
        #expect(first.headers.first("Vary") == "Authorization")
        let ask = {
            try await party.web.call(
                .get,
                path,
                bearer: alva.auth,
                headers: [("If-None-Match", tag)]
            )
        }
        let same = try await ask()
        #expect(same.status == 304 && same.text.isEmpty)
        _ = try await party.join("Bo")
        let next = try await ask()
        #expect(next.status == 200 && next.headers.first("ETag") != tag)
        #expect(next.json["players"]?.array?.count == 2)
    }

    @Test func `a state is for those of the session, and for nobody who was removed`() async throws
    {
        let party = try await Party()
        let other = try await Party()
        let alva = try await party.join("Alva")
        let path = "\(party.path)/state"
        #expect(try await party.web.call(.get, path).status == 401)
        #expect(try await party.web.call(.get, path, bearer: other.hostAuth).status == 401)
        let refresh = try party.created.text("hostRefreshToken")
        #expect(try await party.web.call(.get, path, bearer: refresh).status == 401)
        let host = try await party.host()
        host.send("HOST_KICK_PLAYER", ["playerId": .string(alva.id)])
        try await host.until { $0["players"]?.array?.isEmpty == true }
        let answer = try await party.web.call(.get, path, bearer: alva.auth)
        #expect(answer.status == 403 && answer.code == "forbidden")
    }

    @Test func `errors are code, message and retryable, and the field where there is one`()
        async throws
    {
        let web = try Deployment.shared.web()
        let plain = try await web.call(.get, "/v1/sessions/0000000000000000")
        #expect(plain.json.names == ["code", "message", "retryable"])
        #expect(plain.json["retryable"] == false)
        #expect(plain.headers.first("Content-Type")?.hasPrefix("application/json") == true)
        let named = try await web.call(.post, "/v1/join", [:])
        #expect(named.json.names == ["code", "field", "message", "retryable"])
        #expect(named.field == "joinCode")
    }

    @Test func `a body that is no JSON object is a bad message`() async throws {
        let web = try Deployment.shared.web()
        for body in ["{", "[]", "1", "\"a\"", "{} {}", "{\"a\":}", "\u{0}", "{\"a\":\"\\ud800\"}"] {
            web.send(.post, "/v1/sessions", Array(body.utf8))
            let answer = try await web.answer()
            #expect(answer.status == 400 && answer.code == "bad_message", "\(body)")
        }
        let deep = String(repeating: "[", count: 5_000)
        web.send(.post, "/v1/sessions", Array(deep.utf8))
        #expect(try await web.answer().status == 400)
    }

    @Test func `the QR shows the join link to whoever has a join token`() async throws {
        let party = try await Party()
        let token = try party.created.text("joinToken")
        let answer = try await party.web.call(.get, "\(party.path)/qr.svg?t=\(token)")
        #expect(answer.status == 200)
        #expect(answer.headers.first("Content-Type")?.hasPrefix("image/svg+xml") == true)
        #expect(answer.headers.first("Cache-Control") == "no-store", "it opens a seat")
        #expect(answer.text.hasPrefix("<svg ") && answer.text.hasSuffix("</svg>"))
        let other = try await Party().created.text("joinToken")
        for wrong in [
            "?t=\(other)", "?t=\(try party.created.text("tvJoinToken"))", "?t=", "?t=x", "",
        ] {
            let answer = try await party.web.call(.get, "\(party.path)/qr.svg\(wrong)")
            #expect(answer.status == 401 && answer.code == "unauthorized", "\(wrong)")
        }
    }

    @Test func `health, readiness and metrics are for everybody`() async throws {
        _ = try await Party().host()
        let web = try Deployment.shared.web()
        #expect(try await web.call(.get, "/healthz").status == 200)
        #expect(try await web.call(.get, "/readyz").status == 200)
        let metrics = try await web.call(.get, "/metrics")
        #expect(metrics.status == 200)
        #expect(
            metrics.headers.first("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true
        )
        #expect(metrics.text.contains("\ngateway_commits_total "))
        #expect(metrics.text.contains("# TYPE gateway_sockets gauge\n"))
    }
}
