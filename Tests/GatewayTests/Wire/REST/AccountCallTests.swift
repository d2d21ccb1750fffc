import Accounts
import Archive
import Foundation
import Gateway
import HTTP
import OpenSSL
import Protocol
import TestSupport
import Testing
import TriptoGame

/// Accounts and leaderboards over REST, with a mail server that takes their letters.
@Suite struct AccountCallTests {
    private struct House {
        let deployment: Deployment
        let mail: MailStand
        let web: Web

        static let password: JSONValue = "correct horse"

        @discardableResult
        func call(
            _ path: String,
            _ body: JSONValue? = nil,
            bearer: String? = nil,
            gives status: Int,
            from address: String? = nil
        ) async throws -> Answer {
            try await call(.post, path, body, bearer: bearer, gives: status, from: address)
        }

        /// Calls, and expects a status.
        @discardableResult
        func call(
            _ method: HTTP.Method,
            _ path: String,
            _ body: JSONValue? = nil,
            bearer: String? = nil,
            gives status: Int,
            from address: String? = nil
        ) async throws -> Answer {
            let answer = try await web.call(
                method,
                path,
                body,
                bearer: bearer,
                headers: address.map { [("X-Forwarded-For", $0)] } ?? []
            )
            #expect(answer.status == status, "\(path): \(answer.text)")
            return answer
        }

        func register(_ email: String, name: String = "Ada") async throws -> Answer {
            try await call(
                "/v1/accounts",
                ["email": .string(email), "name": .string(name), "password": Self.password],
                gives: 202
            )
        }

        func verify(_ email: String) async throws {
            let code = try #require(try await mail.mail(to: email).code)
            try await call("/v1/accounts/verify", ["code": .string(code)], gives: 204)
        }

        func logIn(
            _ email: String,
            _ password: JSONValue = password,
            gives status: Int = 200
        ) async throws -> Answer {
            try await call(
                "/v1/accounts/login",
                ["email": .string(email), "password": password],
                gives: status
            )
        }

        /// - Returns: its auth token.
        func join(_ email: String, name: String = "Ada") async throws -> String {
            _ = try await register(email, name: name)
            try await verify(email)
            return try await logIn(email).json.text("authToken")
        }
    }

    private func house(
        hasLimits: Bool = false,
        _ test: (House) async throws -> Void
    ) async throws {
        let folder = Deployment.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let archive = try SQLArchive(
            sqlite: folder.appending(path: "gateway.sqlite").path,
            games: [Tripto.schema, AccountTables.schema]
        )
        let mail = try MailStand()
        let postbox = Postbox(
            store: archive,
            server: try #require(MailServer("smtp://127.0.0.1:\(mail.port)", password: nil)),
            sender: try #require(MailSender("games@example.org")),
            page: nil,
            clock: { ServerTime(ms: Int64(Date().timeIntervalSince1970 * 1_000)) }
        ) { _ in }
        let range = try #require(AddressRange("127.0.0.0/8"))
        let page = folder.appending(path: "web/host/index.html")
        try FileManager.default.createDirectory(
            at: page.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("host page<!-- accounts -->".utf8).write(to: page)
        let deployment = try Deployment(
            folder: folder,
            archive: archive,
            accounts: AccountService(
                store: archive,
                postbox: postbox,
                hasher: PasswordHasher(.least),
                secret: Deployment.secret
            )
        ) { configuration in
            configuration.hasAddressLimits = hasLimits
            configuration.trustedProxies = [range]
            configuration.webDirectory = folder.appending(path: "web").path
        }
        try await test(House(deployment: deployment, mail: mail, web: deployment.web()))
        await deployment.stop()
    }

    @Test func `a page that asks is told that there are accounts`() async throws {
        try await house { house in
            let page = try await house.call(.get, "/host", gives: 200)
            #expect(page.text == #"host page<meta name="accounts">"#)
        }
    }

    @Test func `a gateway without accounts knows none of their paths`() async throws {
        let web = try Deployment.shared.web()
        for (method, path) in [
            (HTTP.Method.post, "/v1/accounts"), (.post, "/v1/accounts/login"),
            (.get, "/v1/accounts/me"), (.get, "/v1/leaderboards/tripto"),
        ] {
            #expect(try await web.call(method, path).status == 404, "\(path)")
        }
    }

    @Test func `somebody registers, comes back on another device, and leaves both`() async throws {
        try await house { house in
            let registered = try await house.register("ada@example.org")
            let ticket = try registered.json.text("registration")
            try await house.call(
                "/v1/accounts/resend",
                ["registration": .string(ticket)],
                gives: 202
            )
            let code = try #require(
                try await house.mail.mail(to: "ada@example.org", after: 1).code
            )
            try await house.call("/v1/accounts/verify", ["code": .string(code)], gives: 204)
            let phone = try await house.logIn("ada@example.org").json
            let tablet = try await house.logIn("ada@example.org").json
            let auth = try phone.text("authToken")
            let me = try await house.call(.get, "/v1/accounts/me", bearer: auth, gives: 200)
            #expect(me.json["name"] == "Ada" && me.json["email"] == "ada@example.org")
            let renamed = try await house.call(
                .patch,
                "/v1/accounts/me",
                ["name": "Åsa"],
                bearer: auth,
                gives: 200
            )
            #expect(renamed.json["name"] == "Åsa")
            let ugly: JSONValue = ["name": "sh1t"]
            try await house.call(.patch, "/v1/accounts/me", ugly, bearer: auth, gives: 400)
            let next = try await house.call(
                "/v1/accounts/refresh",
                ["refreshToken": .string(try tablet.text("refreshToken"))],
                gives: 200
            )
            try await house.call("/v1/accounts/logout", bearer: auth, gives: 204)
            try await house.call(.get, "/v1/accounts/me", bearer: auth, gives: 401)
            try await house.call(
                "/v1/accounts/logout-everywhere",
                bearer: try next.json.text("authToken"),
                gives: 204
            )
            try await house.call(
                "/v1/accounts/refresh",
                ["refreshToken": .string(try next.json.text("refreshToken"))],
                gives: 401
            )
        }
    }

    @Test func `passwords are changed, forgotten and set anew, and an account is erased`()
        async throws
    {
        try await house { house in
            let auth = try await house.join("ada@example.org")
            try await house.call(
                "/v1/accounts/me/password",
                ["password": "wrong", "newPassword": "battery staple"],
                bearer: auth,
                gives: 401
            )
            let changed = try await house.call(
                "/v1/accounts/me/password",
                ["password": House.password, "newPassword": "battery staple"],
                bearer: auth,
                gives: 200
            )
            try await house.call(.get, "/v1/accounts/me", bearer: auth, gives: 401)
            let now = try changed.json.text("authToken")
            try await house.call(
                "/v1/accounts/forgot",
                ["email": "ada@example.org"],
                gives: 202
            )
            let code = try #require(
                try await house.mail.mail(to: "ada@example.org", after: 1).code
            )
            let reset: JSONValue = ["code": .string(code), "password": "yet another one"]
            try await house.call("/v1/accounts/reset", reset, gives: 204)
            try await house.call("/v1/accounts/reset", reset, gives: 404)
            try await house.call(.get, "/v1/accounts/me", bearer: now, gives: 401)
            let last = try await house.logIn("ada@example.org", "yet another one").json
            let bearer = try last.text("authToken")
            try await house.call(
                "/v1/accounts/me/delete",
                ["password": "wrong"],
                bearer: bearer,
                gives: 401
            )
            try await house.call(
                "/v1/accounts/me/delete",
                ["password": "yet another one"],
                bearer: bearer,
                gives: 204
            )
            try await house.call(.get, "/v1/accounts/me", bearer: bearer, gives: 401)
            _ = try await house.logIn("ada@example.org", "yet another one", gives: 401)
        }
    }

    @Test func `a stranger is answered the same whether there is an account or not`() async throws {
        try await house { house in
            _ = try await house.join("ada@example.org")
            func expectSame(_ path: String, _ body: (String) -> JSONValue) async throws {
                let known = try await house.web.call(.post, path, body("ada@example.org"))
                let unknown = try await house.web.call(.post, path, body("nobody@example.org"))
                #expect(known.status == unknown.status, "\(path)")
                #expect(known.json.names == unknown.json.names, "\(path)")
                #expect(
                    known.code == unknown.code && known.json["message"] == unknown.json["message"]
                )
                #expect(
                    known.headers.first("Content-Length") == unknown.headers.first("Content-Length")
                )
            }
            try await expectSame("/v1/accounts/forgot") { ["email": .string($0)] }
            try await expectSame("/v1/accounts/login") {
                ["email": .string($0), "password": "wrong"]
            }
            try await expectSame("/v1/accounts") {
                ["email": .string($0), "name": "Eve", "password": "password of Eve"]
            }
        }
    }

    @Test(
        arguments: [
            (
                "/v1/accounts", ["email": "ada", "name": "Ada", "password": "correct horse"],
                "email"
            ),
            ("/v1/accounts", ["name": "Ada", "password": "correct horse"], "email"),
            ("/v1/accounts", ["email": "a@b.se", "name": "", "password": "correct horse"], "name"),
            (
                "/v1/accounts", ["email": "a@b.se", "name": "sh1t", "password": "correct horse"],
                "name"
            ),
            ("/v1/accounts", ["email": "a@b.se", "name": "Ada", "password": "short"], "password"),
            (
                "/v1/accounts", ["email": "a@b.se", "name": "Ada", "password": 12_345_678],
                "password"
            ),
            ("/v1/accounts/login", ["email": "a@b.se"], "password"),
            ("/v1/accounts/login", ["email": ["a@b.se"], "password": ""], "email"),
            ("/v1/accounts/forgot", ["email": "a@b.se\r\nBcc: c@d.se"], "email"),
            ("/v1/accounts/verify", [:], "code"), ("/v1/accounts/refresh", [:], "refreshToken"),
            ("/v1/accounts/reset", ["code": "abcd", "password": "short"], "password"),
        ] as [(String, JSONValue, String)]
    )
    func `what is wrong is named`(_ path: String, _ body: JSONValue, _ field: String) async throws {
        try await house { house in
            let answer = try await house.call(path, body, gives: 400)
            #expect(answer.field == field)
            #expect(house.mail.mails.isEmpty)
        }
    }

    @Test func `a password of 10 MiB is refused in plain words, before it is hashed`() async throws
    {
        try await house { house in
            let large = JSONValue.string(String(repeating: "x", count: 10 * 1024 * 1024))
            let answer = try await house.deployment.web().call(
                .post,
                "/v1/accounts/login",
                ["email": "ada@example.org", "password": large]
            )
            #expect(answer.status == 413 && answer.code == "too_large")
            let long = JSONValue.string(String(repeating: "x", count: 2_000))
            let refused = try await house.call(
                "/v1/accounts",
                ["email": "ada@example.org", "name": "Ada", "password": long],
                gives: 400
            )
            #expect(refused.json["message"]?.string?.contains("512 bytes") == true)
            _ = try await house.logIn("ada@example.org", long, gives: 401)
        }
    }

    @Test func `tokens of accounts open no session, and those of sessions no account`() async throws
    {
        try await house { house in
            let auth = try await house.join("ada@example.org")
            let created = try await house.call("/v1/sessions", gives: 201).json
            let session = try created.text("sessionId")
            let host = try created.text("hostAuthToken")
            try await house.call(.get, "/v1/accounts/me", bearer: host, gives: 401)
            try await house.call(.delete, "/v1/sessions/\(session)", bearer: auth, gives: 401)
            let refused = try await house.call(
                "/v1/accounts/me/seats",
                ["sessionId": .string(session), "playerAuthToken": .string(host)],
                bearer: auth,
                gives: 403
            )
            #expect(refused.code == "forbidden")
            try await house.call(
                "/v1/accounts/me/seats",
                ["sessionId": .string(session), "playerAuthToken": .string(auth)],
                bearer: auth,
                gives: 401
            )
            // A signature of another house.
            let forged = auth.split(separator: ".").dropLast().joined(separator: ".") + ".AAAA"
            for token in [forged, "", "a.b.c"] {
                try await house.call(.get, "/v1/accounts/me", bearer: token, gives: 401)
            }
        }
    }

    @Test func `a seat is linked, and the leaderboard knows it`() async throws {
        try await house { house in
            let ada = try await house.join("ada@example.org")
            let created = try await house.call("/v1/sessions", gives: 201).json
            let session = try created.text("sessionId")
            let seat = try await house.call(
                "/v1/sessions/\(session)/join",
                ["joinToken": .string(try created.text("joinToken")), "name": "guest"],
                gives: 201
            ).json
            let link: JSONValue = [
                "sessionId": .string(session),
                "playerAuthToken": .string(try seat.text("playerAuthToken")),
            ]
            for _ in 1...2 {
                try await house.call("/v1/accounts/me/seats", link, bearer: ada, gives: 204)
            }
            let bob = try await house.join("bob@example.org", name: "Bob")
            let taken = try await house.call(
                "/v1/accounts/me/seats",
                link,
                bearer: bob,
                gives: 409
            )
            #expect(taken.code == "wrong_state")
            let seats = try await house.call(
                .get,
                "/v1/accounts/me/seats",
                bearer: ada,
                gives: 200
            )
            #expect(seats.json.at("seats.0.sessionId") == .string(session))
            let host = try created.text("hostAuthToken")
            for (token, status) in [
                (host, 204), (host, 204), (try seat.text("playerAuthToken"), 403),
            ] {
                try await house.call(
                    "/v1/accounts/me/hosted",
                    ["sessionId": .string(session), "hostAuthToken": .string(token)],
                    bearer: bob,
                    gives: status
                )
            }
            for (account, sessions) in [(bob, [session]), (ada, [])] {
                let hosted = try await house.call(
                    .get,
                    "/v1/accounts/me/hosted",
                    bearer: account,
                    gives: 200
                )
                let told = hosted.json["sessions"]?.array?.compactMap { $0["sessionId"]?.string }
                #expect(told == sessions)
            }
            let own = try await house.call(
                .get,
                "/v1/leaderboards/tripto/me?period=week",
                bearer: ada,
                gives: 200
            )
            #expect(own.json["me"] == .null)
            let page = try await house.call(
                .get,
                "/v1/leaderboards/tripto?period=2026-W48&limit=5",
                gives: 200
            )
            #expect(page.json["total"] == 0 && page.json["period"] == "2026-W48")
            for (query, field) in [
                ("period=month", "period"), ("limit=0", "limit"), ("limit=101", "limit"),
                ("offset=10001", "offset"), ("offset=x", "offset"),
            ] {
                let answer = try await house.call(
                    .get,
                    "/v1/leaderboards/tripto?\(query)",
                    gives: 400
                )
                #expect(answer.field == field)
            }
            try await house.call(.get, "/v1/leaderboards/chess", gives: 404)
        }
    }

    @Test func `an address of callers asks for 20 letters an hour, and tries 30 wrong passwords`()
        async throws
    {
        try await house(hasLimits: true) { house in
            func tries(_ path: String, _ body: (Int) -> JSONValue) async throws -> Int {
                for number in 0..<60 {
                    let answer = try await house.web.call(
                        .post,
                        path,
                        body(number),
                        headers: [("X-Forwarded-For", "192.0.2.1")]
                    )
                    guard answer.status != 429 else {
                        #expect(answer.headers.first("Retry-After") != nil)
                        return number
                    }
                }
                return 60
            }
            // Each of another e-mail address, so that none of these is counted full.
            let letters = try await tries("/v1/accounts/forgot") {
                ["email": .string("a\($0)@example.org")]
            }
            #expect(letters == 20)
            let passwords = try await tries("/v1/accounts/login") {
                ["email": .string("a\($0)@example.org"), "password": "wrong"]
            }
            // On a slow machine time brings some back meanwhile.
            #expect((30...32).contains(passwords))
            try await house.call(
                "/v1/accounts/forgot",
                ["email": "b@example.org"],
                gives: 202,
                from: "192.0.2.2"
            )
        }
    }
}
