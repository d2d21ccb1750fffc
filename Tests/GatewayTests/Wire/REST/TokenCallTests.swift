import HTTP
import Protocol
import Testing

@testable import Gateway

/// Protocol §1 and §2: a token opens one session in one role.
@Suite struct TokenCallTests {
    /// Tokens as the gateway makes them, of whatever age.
    static let issuer = TokenIssuer(
        signer: TokenSigner(keys: [TokenSigner.Key(id: "1", secret: Deployment.secret)])
    )
    static let longAgo = ServerTime(ms: 1_000_000_000_000)

    @Test func `a token of another session, kind or signer opens nothing`() async throws {
        let (party, other) = (try await Party(), try await Party())
        let guest = try await party.join("Alva")
        let own = party.created
        let token = try own.text("joinToken")
        let flipped = String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0")
        let wrong = [
            try other.created.text("joinToken"), try own.text("tvJoinToken"),
            try own.text("hostToken"), try own.text("hostAuthToken"), guest.auth, flipped, "",
            "a.b.c",
            "eyJhbGciOiJub25lIn0.e30.",
        ]
        for token in wrong {
            let body: JSONValue = ["joinToken": .string(token), "name": "Bo"]
            let answer = try await party.web.call(.post, "\(party.path)/join", body)
            #expect(answer.status == 401 && answer.code == "unauthorized", "\(token)")
            #expect(answer.headers.first("WWW-Authenticate") == "Bearer")
        }
        for token in [try own.text("joinToken"), try other.created.text("tvJoinToken"), "x"] {
            let body: JSONValue = ["tvJoinToken": .string(token)]
            let answer = try await party.web.call(.post, "\(party.path)/tv", body)
            #expect(answer.status == 401 && answer.code == "unauthorized", "\(token)")
        }
    }

    @Test func `an expired token says so`() async throws {
        let party = try await Party()
        let session = SessionID(rawValue: party.session)
        let tv: JSONValue = ["tvJoinToken": .string(Self.issuer.tvJoin(session, at: Self.longAgo))]
        let pair = Self.issuer.pair(session, .host, at: Self.longAgo)
        let answers = [
            try await party.web.call(.post, "\(party.path)/tv", tv),
            try await party.web.call(
                .post,
                "\(party.path)/refresh",
                ["refreshToken": .string(pair.refresh)]
            ),
            try await party.web.call(.delete, party.path, bearer: pair.auth),
        ]
        for answer in answers {
            #expect(answer.status == 401 && answer.code == "token_expired")
        }
    }

    @Test func `nothing tells whether a session exists`() async throws {
        let party = try await Party()
        let nobody = "0000000000000000"
        let gone = try await Party()
        _ = try await gone.web.call(.delete, gone.path, bearer: gone.hostAuth)
        for (call, body): (String, JSONValue) in [
            ("join", ["joinToken": "x", "name": "Bo"]),
            ("join", ["joinToken": "0123456789abc", "name": "Bo"]),
            ("host", ["hostToken": "0123456789abcdef"]),
        ] {
            let there = try await party.web.call(.post, "\(party.path)/\(call)", body)
            #expect(there.status == 401 && there.code == "unauthorized")
            for path in ["/v1/sessions/\(nobody)", gone.path] {
                let nowhere = try await party.web.call(.post, "\(path)/\(call)", body)
                #expect(there.json == nowhere.json && there.status == nowhere.status)
            }
        }
    }

    @Test func `a refresh token is good for one new pair`() async throws {
        let party = try await Party()
        let guest = try await party.join("Alva")
        let answer = try await refresh(guest.refresh, party)
        #expect(answer.status == 200)
        #expect(answer.json.names == ["authToken", "refreshToken", "wsUrl"])
        #expect(answer.json["wsUrl"] == party.created["wsUrl"])
        let client = try await party.greeted(.player, answer.json.text("authToken"))
        #expect(client.document.at("me.playerId") == .string(guest.id))
        let third = try await refresh(answer.json.text("refreshToken"), party)
        #expect(third.status == 200)
    }

    @Test func `a lost answer to a refresh may be asked for again, by many at once`() async throws {
        let party = try await Party()
        let guest = try await party.join("Alva")
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<20 {
                group.addTask { try await self.refresh(guest.refresh, party) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(Set(answers.map { "\($0.json)" }).count == 1)
        let pair = try #require(answers.first).json
        let client = try await party.greeted(.player, pair.text("authToken"))
        #expect(client.document.at("me.playerId") == .string(guest.id))
        #expect(try await refresh(pair.text("refreshToken"), party).status == 200)
    }

    @Test func `whom the host removed can't renew a token`() async throws {
        let party = try await Party()
        let (alva, bo) = (try await party.join("Alva"), try await party.join("Bo"))
        let host = try await party.host()
        host.send("HOST_KICK_PLAYER", ["playerId": .string(alva.id)])
        _ = try await host.next("PLAYER_LEFT")
        let answer = try await refresh(alva.refresh, party)
        #expect(answer.status == 403 && answer.code == "forbidden")
        #expect(try await refresh(bo.refresh, party).status == 200)
    }

    @Test func `a refresh token spent when its replacement is revokes its family, and no other`()
        async throws
    {
        let party = try await Party()
        let (alva, bo) = (try await party.join("Alva"), try await party.join("Bo"))
        let second = try await refresh(alva.refresh, party).json.text("refreshToken")
        let third = try await refresh(second, party).json.text("refreshToken")
        let reused = try await refresh(alva.refresh, party)
        #expect(reused.status == 401 && reused.code == "unauthorized")
        #expect(try await refresh(third, party).status == 401)
        #expect(try await refresh(bo.refresh, party).status == 200)
    }

    @Test func `a refresh token opens its own session alone, and nothing but a refresh`()
        async throws
    {
        let (party, other) = (try await Party(), try await Party())
        let token = try party.created.text("hostRefreshToken")
        #expect(try await refresh(token, other).status == 401)
        #expect(try await refresh(party.created.text("hostAuthToken"), party).status == 401)
        let answer = try await party.web.call(.delete, party.path, bearer: token)
        #expect(answer.status == 401)
        let client = try await party.socket()
        client.hello("HOST", token)
        #expect(try await client.end()?.code == 4401)
        #expect(try await refresh(token, party).status == 200)
        let wrong = try await party.web.call(.post, "\(party.path)/refresh", ["refreshToken": 1])
        #expect(wrong.status == 400 && wrong.field == "refreshToken")
    }

    private func refresh(_ token: String, _ party: Party) async throws -> Answer {
        let body: JSONValue = ["refreshToken": .string(token)]
        return try await party.web.call(.post, "\(party.path)/refresh", body)
    }
}
