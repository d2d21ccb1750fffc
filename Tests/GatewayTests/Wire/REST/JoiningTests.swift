import HTTP
import Protocol
import Testing

/// Protocol §2: the way in for players and screens.
@Suite struct JoiningTests {
    @Test func `a join code is the same in any case, and gives a join token`() async throws {
        let party = try await Party()
        let code = try party.created.text("joinCode")
        var isFirst = true
        for typed in [code, code.lowercased(), " \(code) "] {
            let answer = try await party.web.call(.post, "/v1/join", ["joinCode": .string(typed)])
            #expect(answer.status == 200)
            #expect(answer.json.names == ["joinToken", "sessionId"])
            #expect(answer.json["sessionId"] == .string(party.session))
            let body: JSONValue = [
                "joinToken": .string(try answer.json.text("joinToken")), "name": "Ada",
            ]
            let joined = try await party.web.call(.post, "\(party.path)/join", body)
            // The name is the same each time, and free but once.
            #expect(joined.status == (isFirst ? 201 : 409), "\(typed): \(joined.text)")
            isFirst = false
        }
    }

    @Test func `a code that nobody has, or that is none, is not found`() async throws {
        let web = try Deployment.shared.web()
        for code in ["ABCDE", "ABCDEFG", "AB0DE1", "åäöåäö", ""] {
            let answer = try await web.call(.post, "/v1/join", ["joinCode": .string(code)])
            #expect(answer.status == 404 && answer.code == "not_found", "\(code)")
        }
        for wrong: JSONValue in [1, nil, [], [:]] {
            let answer = try await web.call(.post, "/v1/join", ["joinCode": wrong])
            #expect(answer.status == 400 && answer.field == "joinCode", "\(wrong)")
        }
    }

    @Test(arguments: [true, false]) func `a code is dead when its session has ended`(
        byHost: Bool
    ) async throws {
        let party = try await Party()
        if byHost {
            let host = try await party.host()
            host.send("HOST_END_SESSION")
            try await host.until(state: "ROUND_END")
        } else {
            let gone = try await party.web.call(.delete, party.path, bearer: party.hostAuth)
            #expect(gone.status == 204)
        }
        let code = JSONValue.string(try party.created.text("joinCode"))
        let answer = try await party.web.call(.post, "/v1/join", ["joinCode": code])
        #expect(answer.status == 404 && answer.code == "not_found")
    }

    @Test func `whoever joins gets a seat's name and tokens`() async throws {
        let party = try await Party()
        let answer = try await party.tryToJoin("Alva")
        #expect(answer.status == 201)
        #expect(
            answer.json.names == ["playerAuthToken", "playerId", "playerRefreshToken", "wsUrl"]
        )
        #expect(try answer.json.text("playerId").utf8.count <= 40)
        #expect(answer.json["wsUrl"] == party.created["wsUrl"])
    }

    @Test func `a name has 1 to 20 visible characters`() async throws {
        let party = try await Party()
        let twenty = "12345678901234567890"
        for name in [twenty, "Å", "👩‍👩‍👧‍👦", "  Two   words "] {
            #expect(try await party.tryToJoin(name).status == 201, "\(name)")
        }
        let names = try await party.host().document["players"]?.array?.compactMap { $0["name"] }
        #expect(names == [.string(twenty), "Å", "👩‍👩‍👧‍👦", "Two words"])
        for name in ["", "   ", twenty + "1", "\u{202E}", "\u{7}"] {
            let answer = try await party.tryToJoin(name)
            #expect(answer.status == 400 && answer.field == "name", "\(name)")
        }
        let token = party.created["joinToken"] ?? nil
        for wrong: JSONValue in [1, nil, [], true] {
            let body: JSONValue = ["joinToken": token, "name": wrong]
            let answer = try await party.web.call(.post, "\(party.path)/join", body)
            #expect(answer.status == 400 && answer.field == "name", "\(wrong)")
        }
    }

    @Test func `an avatar is chosen, or given, and everybody has another`() async throws {
        let party = try await Party()
        let wish: JSONValue = ["figure": 5, "colour": 2]
        #expect(try await party.tryToJoin("Alva", as: wish).status == 201)
        #expect(try await party.tryToJoin("Bo", as: wish).status == 201)
        #expect(try await party.tryToJoin("Cleo").status == 201)
        let players = try await party.host().document["players"]?.array ?? []
        let avatars = players.compactMap { $0["avatar"] }
        #expect(avatars.first == wish && Set(avatars).count == 3)
        #expect(avatars.map { $0.at("figure") }[1] == 5)
        let wrong: [(JSONValue, String)] = [
            (["figure": 12, "colour": 0], "avatar.figure"),
            (["figure": 0, "colour": -1], "avatar.colour"),
            (["figure": 1.5, "colour": 0], "avatar.figure"), (["figure": 0], "avatar.colour"),
            ("red", "avatar"), (nil, "avatar"),
        ]
        for (avatar, field) in wrong {
            let answer = try await party.tryToJoin("Doris", as: .some(avatar))
            #expect(answer.status == 400 && answer.code == "bad_message", "\(avatar)")
            #expect(answer.field == field, "\(avatar)")
        }
    }

    @Test func `a name is given once, whatever its case`() async throws {
        let party = try await Party()
        _ = try await party.join("Åsa")
        for name in ["Åsa", "åSA", " Åsa "] {
            let answer = try await party.tryToJoin(name)
            #expect(answer.status == 409 && answer.code == "name_taken", "\(name)")
        }
    }

    @Test func `a name that is not welcome is refused, at the door and when the host gives it`()
        async throws
    {
        let party = try await Party(settings: ["nameFilter": "strict"])
        for name in ["Sh1t", "f u c k", "Superfuckboy"] {
            let answer = try await party.tryToJoin(name)
            #expect(answer.status == 400 && answer.code == "bad_message", "\(name)")
            #expect(answer.field == "name", "\(name)")
        }
        let guest = try await party.join("Scunthorpe")
        let host = try await party.host()
        let renaming: JSONValue = ["playerId": .string(guest.id), "name": "Hitler"]
        let refusal = try await host.refusal("HOST_RENAME_PLAYER", renaming)
        #expect(refusal.code == "bad_message")
        // Off means off, and a name that is here stays.
        host.send("HOST_UPDATE_SETTINGS", ["settings": ["nameFilter": "off"]])
        _ = try await host.until { $0.at("session.settings.nameFilter") == "off" }
        #expect(try await party.tryToJoin("Sh1t").status == 201)
        host.send("HOST_UPDATE_SETTINGS", ["settings": ["nameFilter": "strict"]])
        _ = try await host.until { $0.at("session.settings.nameFilter") == "strict" }
        #expect(host.document.at("players.1.name") == "Sh1t")
    }

    @Test func `a full session takes nobody`() async throws {
        let party = try await Party(settings: ["maxPlayers": 2])
        _ = try await party.join("Alva")
        _ = try await party.join("Bo")
        let answer = try await party.tryToJoin("Cleo")
        #expect(answer.status == 409 && answer.code == "session_full")
        let seen = try await party.web.call(.get, party.path)
        #expect(seen.json["joinable"] == false)
    }

    @Test(arguments: [true, false]) func `late joiners come in where the settings let them`(
        allowed: Bool
    ) async throws {
        let party = try await Party(
            settings: ["allowLateJoin": .bool(allowed), "timings": unhurried]
        )
        _ = try await party.join("Alva")
        let host = try await party.host()
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_INTRO")
        let answer = try await party.tryToJoin("Bo")
        if allowed {
            #expect(answer.status == 201)
        } else {
            #expect(answer.status == 409 && answer.code == "wrong_state")
        }
    }

    @Test func `a screen gets tokens for its link`() async throws {
        let party = try await Party()
        let body: JSONValue = ["tvJoinToken": .string(try party.created.text("tvJoinToken"))]
        let answer = try await party.web.call(.post, "\(party.path)/tv", body)
        #expect(answer.status == 200)
        #expect(answer.json.names == ["tvAuthToken", "tvRefreshToken", "wsUrl"])
        #expect(answer.json["wsUrl"] == party.created["wsUrl"])
    }

    @Test func `of two hosts who type one code at once one has the screen`() async throws {
        let (one, other) = (try await Party(), try await Party())
        let code = try await one.web.call(.post, "/v1/tv/pairings").json.text("pairingCode")
        let typed: JSONValue = ["pairingCode": .string(code)]
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for party in [one, other, one, other, one, other] {
                group.addTask {
                    let path = "\(party.path)/tv/pair"
                    return try await party.web.call(.post, path, typed, bearer: party.hostAuth)
                        .status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            statuses.filter { $0 == 204 }.count == 1 && statuses.filter { $0 == 404 }.count == 5
        )
    }

    @Test func `a screen without a link shows a code that the host types in`() async throws {
        let party = try await Party()
        let web = party.web
        let pairing = try await web.call(.post, "/v1/tv/pairings")
        #expect(pairing.status == 201)
        #expect(pairing.json.names == ["expiresAtMs", "pairingCode", "pairingSecret"])
        let code = try pairing.json.text("pairingCode")
        let secret = try pairing.json.text("pairingSecret")
        let path = "/v1/tv/pairings/\(code)"
        #expect(try await web.call(.get, path, bearer: secret).status == 404)
        #expect(try await web.call(.get, path).status == 401)

        let host = try party.hostAuth
        let pair = "\(party.path)/tv/pair"
        let wrong = try await web.call(.post, pair, ["pairingCode": "AAAAAA"], bearer: host)
        #expect(wrong.status == 404 && wrong.field == "pairingCode")
        let typed: JSONValue = ["pairingCode": .string(code.lowercased())]
        #expect(try await web.call(.post, pair, typed).status == 401)
        let guest = try await party.join("Alva")
        #expect(try await web.call(.post, pair, typed, bearer: guest.auth).status == 403)
        let paired = try await web.call(.post, pair, typed, bearer: host)
        #expect(paired.status == 204 && paired.body.isEmpty)
        #expect(try await web.call(.post, pair, typed, bearer: host).status == 404)

        #expect(try await web.call(.get, path, bearer: "x").status == 404)
        let answer = try await web.call(.get, path, bearer: secret)
        #expect(answer.status == 200 && answer.json.names == ["sessionId", "tvJoinToken"])
        #expect(answer.json["sessionId"] == .string(party.session))
        let token: JSONValue = ["tvJoinToken": .string(try answer.json.text("tvJoinToken"))]
        #expect(try await web.call(.post, "\(party.path)/tv", token).status == 200)
    }
}
