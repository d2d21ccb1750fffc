import Gateway
import HTTP
import Protocol
import Testing

/// Protocol §4: limits by address, and whose address it is.
///
/// The gateways here trust this machine as a proxy, so that a test can be at many addresses.
@Suite struct LimitTests {
    private func limited(
        trusting proxy: String? = "127.0.0.0/8",
        _ test: (Deployment) async throws -> Void
    ) async throws {
        let range = try proxy.map { try #require(AddressRange($0)) }
        let deployment = try Deployment { configuration in
            configuration.hasAddressLimits = true
            configuration.trustedProxies = range.map { [$0] } ?? []
        }
        try await test(deployment)
        await deployment.stop()
    }

    private func from(_ address: String) -> [(String, String)] { [("X-Forwarded-For", address)] }

    private func expectLimited(_ answer: Answer, atMostSeconds: Int) {
        #expect(answer.status == 429 && answer.code == "rate_limited")
        #expect(answer.json["retryable"] == true)
        let seconds = answer.headers.first("Retry-After").flatMap { Int($0) }
        #expect(seconds.map { (1...atMostSeconds).contains($0) } == true, "\(seconds ?? -1)")
    }

    /// Tries until an answer says that it was too much. On a slow machine time brings some back
    /// meanwhile.
    private func untilLimited(
        after burst: Int,
        oneBackIn interval: Duration,
        _ attempt: (_ number: Int) async throws -> Answer
    ) async throws -> Answer {
        let start = ContinuousClock.now
        var number = 1
        var answer = try await attempt(number)
        while answer.status != 429 {
            number += 1
            try #require(number < burst * 10)
            answer = try await attempt(number)
        }
        let back = Int((ContinuousClock.now - start) / interval)
        #expect((burst + 1...burst + 1 + back).contains(number), "\(number) after \(back)")
        return answer
    }

    @Test func `an address makes 20 sessions an hour`() async throws {
        try await limited { deployment in
            let web = deployment.web()
            for _ in 1...20 {
                let answer = try await web.call(.post, "/v1/sessions", headers: from("192.0.2.1"))
                #expect(answer.status == 201)
            }
            let answer = try await web.call(.post, "/v1/sessions", headers: from("192.0.2.1"))
            expectLimited(answer, atMostSeconds: 180)
            let other = try await web.call(.post, "/v1/sessions", headers: from("192.0.2.2"))
            #expect(other.status == 201)
        }
    }

    @Test func `refused sessions are not counted`() async throws {
        try await limited { deployment in
            let web = deployment.web()
            let refused: [JSONValue] = [
                ["settings": ["nope": 1]], ["game": "chess"], ["settings": 1],
            ]
            for number in 0..<25 {
                let body = refused[number % refused.count]
                let answer = try await web.call(
                    .post,
                    "/v1/sessions",
                    body,
                    headers: from("192.0.2.1")
                )
                #expect(answer.status == 400)
            }
            for number in 1...21 {
                let answer = try await web.call(.post, "/v1/sessions", headers: from("192.0.2.1"))
                #expect(answer.status == (number <= 20 ? 201 : 429), "\(number)")
            }
        }
    }

    private let guess = Array(#"{"joinCode":"AAAAAA"}"#.utf8)

    @Test func `after 10 wrong codes further ones wait their turn, and a right one gets in`()
        async throws
    {
        try await limited { deployment in
            let web = deployment.web()
            let created = try await web.call(.post, "/v1/sessions", headers: from("192.0.2.1"))
            let right: JSONValue = ["joinCode": .string(try created.json.text("joinCode"))]
            let start = ContinuousClock.now
            for wrong in 1...10 {
                let body: JSONValue = ["joinCode": wrong % 2 == 0 ? "AAAAAA" : "nonsense"]
                // A right code costs nothing.
                let good = try await web.call(.post, "/v1/join", right, headers: from("192.0.2.3"))
                let bad = try await web.call(.post, "/v1/join", body, headers: from("192.0.2.3"))
                #expect(good.status == 200 && bad.status == 404)
            }
            let wasQuick = ContinuousClock.now - start < .seconds(5)
            let last = ContinuousClock.now
            let late = try await web.call(.post, "/v1/join", right, headers: from("192.0.2.3"))
            #expect(late.status == 200)
            // On a slow machine a free try has come back meanwhile.
            if wasQuick { #expect(ContinuousClock.now - last > .seconds(1.8)) }
            // A call that never waits says how slow the machine is.
            let plain = ContinuousClock.now
            _ = try await web.call(.get, "/healthz")
            let elsewhere = ContinuousClock.now
            let other = try await web.call(.post, "/v1/join", right, headers: from("192.0.2.4"))
            let took = elsewhere.duration(to: .now)
            let witness = plain.duration(to: elsewhere)
            #expect(other.status == 200 && took < .seconds(1.5) + witness * 10)
        }
    }

    @Test func `thirty wait, no more, and none longer than the gateway stays`() async throws {
        let deployment = try Deployment { $0.hasAddressLimits = true }
        let party = try await Party(deployment.address)
        let right: JSONValue = ["joinCode": .string(try party.created.text("joinCode"))]
        // A right code uses nothing up.
        for _ in 1...12 {
            #expect(try await party.web.call(.post, "/v1/join", right).status == 200)
        }
        let guesses = (1...50).map { _ in deployment.web() }
        let start = ContinuousClock.now
        for web in guesses { web.send(.post, "/v1/join", guess) }
        // All have come when no more than thirty have no answer.
        for _ in 0..<3_000 where try await answered4xx(deployment) < 20 {
            try await Task.sleep(for: .milliseconds(20))
        }
        // A client that goes away is no reason to stumble.
        for guess in guesses.suffix(4) { guess.wire.abort() }
        let turns = Int((ContinuousClock.now - start) / .seconds(2)) + 1
        async let stopped: Void = deployment.stop()
        var statuses: [Int] = []
        for guess in guesses.dropLast(4) {
            let answer = try await guess.answer()
            statuses.append(answer.status)
            if answer.status == 429 { expectLimited(answer, atMostSeconds: 2) }
            if answer.status == 503 { #expect(answer.code == "server_shutdown") }
        }
        await stopped
        #expect(Set(statuses) == [404, 429, 503], "\(statuses)")
        #expect(statuses.count { $0 == 404 } >= 10 - 4)
        // Those whose turn came are no more.
        let gone = statuses.count { $0 == 503 }
        #expect(gone <= 30 && gone >= 30 - 4 - turns, "\(gone) after \(turns) turns")
        #expect(statuses.count { $0 == 429 } <= 10)
    }

    private func answered4xx(_ deployment: Deployment) async throws -> Int {
        let metrics = try await deployment.web().call(.get, "/metrics").text
        let line = metrics.split(separator: "\n").first {
            $0.hasPrefix("gateway_http_answers_total{") && $0.contains("4xx")
        }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    @Test func `an address asks for 30 pairing codes, and right ones are no wrong tries`()
        async throws
    {
        try await limited { deployment in
            let (web, room) = (deployment.web(), try await party(deployment))
            let (host, here) = (try room.hostAuth, from("192.0.2.7"))
            let limited = try await untilLimited(after: 30, oneBackIn: .seconds(20)) { _ in
                let made = try await web.call(.post, "/v1/tv/pairings", headers: here)
                guard made.status == 201 else { return made }
                let paired = try await web.call(
                    .post,
                    "\(room.path)/tv/pair",
                    ["pairingCode": .string(try made.json.text("pairingCode"))],
                    bearer: host,
                    headers: here
                )
                #expect(paired.status == 204)
                return made
            }
            expectLimited(limited, atMostSeconds: 20)
            let elsewhere = from("192.0.2.8")
            let other = try await web.call(.post, "/v1/tv/pairings", headers: elsewhere)
            #expect(other.status == 201)
        }
    }

    @Test func `links to sessions that nobody knows are tried 60 times a minute`() async throws {
        try await limited { deployment in
            let (web, room) = (deployment.web(), try await party(deployment))
            let limited = try await untilLimited(after: 60, oneBackIn: .seconds(1)) { number in
                let body: JSONValue = ["joinToken": "0000000000000", "name": "Alva"]
                let path = "\(unknown(number))/join"
                return try await web.call(.post, path, body, headers: from("192.0.2.9"))
            }
            expectLimited(limited, atMostSeconds: 1)
            // A guest with a link comes in all the same.
            #expect(try await join(room, "Alva", web, from: "192.0.2.9").status == 201)
        }
    }

    @Test func `sessions that nobody knows are asked about 60 times a minute`() async throws {
        try await limited { deployment in
            let (web, room) = (deployment.web(), try await party(deployment))
            let limited = try await untilLimited(after: 60, oneBackIn: .seconds(1)) { number in
                try await web.call(.get, unknown(number), headers: from("192.0.2.10"))
            }
            expectLimited(limited, atMostSeconds: 1)
            for _ in 1...70 {
                let known = try await web.call(.get, room.path, headers: from("192.0.2.11"))
                #expect(known.status == 200, "who asks for what is there guesses nothing")
            }
        }
    }

    /// The path of a session that is nowhere.
    private func unknown(_ number: Int) -> String {
        let digits = String(number)
        return "/v1/sessions/" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// However a proxy writes an address, it is that address, and no other's.
    @Test(arguments: [
        "::ffff:192.0.2.%", "::ffff:c000:2%", "192.0.2.%:1234", "[::ffff:192.0.2.%]:443",
    ])
    func `guests behind a proxy have limits of their own`(form: String) async throws {
        try await limited { deployment in
            let web = deployment.web()
            let (one, two) = ("21", "22")
            let forms = [one, two].map { form.replacing("%", with: $0) }
            for number in 1...21 {
                let answer = try await web.call(.post, "/v1/sessions", headers: from(forms[0]))
                #expect(answer.status == (number <= 20 ? 201 : 429), "\(number)")
            }
            let other = try await web.call(.post, "/v1/sessions", headers: from(forms[1]))
            #expect(other.status == 201)
            let proxy = try await web.call(.post, "/v1/sessions")
            #expect(proxy.status == 201)
        }
    }

    /// RFC 6454, and the Fetch Metadata Request Headers: what a page of another site has sent.
    @Test func `pages of other sites change nothing and use nothing up`() async throws {
        try await limited { deployment in
            let web = deployment.web()
            let body = Array("{}".utf8)
            let foreign: [[(String, String)]] = [
                [("Origin", "https://evil.example"), ("Content-Type", "text/plain")],
                [("Origin", "null")], [("Origin", "http://gateway.test.evil.example")],
                [("Origin", "http://gateway.test"), ("Sec-Fetch-Site", "cross-site")],
            ]
            for number in 0..<24 {
                let headers = foreign[number % foreign.count]
                web.send(.post, "/v1/sessions", body, headers: headers)
                let answer = try await web.answer()
                #expect(answer.status == 403 && answer.code == "forbidden", "\(headers)")
                web.send(.post, "/v1/join", Array(#"{"joinCode":"AAAAAA"}"#.utf8), headers: headers)
                #expect(try await web.answer().status == 403)
            }
            let ours: [[(String, String)]] = [
                [], [("Content-Type", "application/x-www-form-urlencoded")],
                [("Origin", "http://gateway.test:5173")], [("Origin", "https://PLAY.test")],
                [("Origin", "http://elsewhere.test"), ("Sec-Fetch-Site", "same-origin")],
                [("Sec-Fetch-Site", "none")],
                [("Origin", "https://outside.test"), ("X-Forwarded-Host", "outside.test")],
            ]
            for headers in ours {
                web.send(.post, "/v1/sessions", body, headers: headers)
                #expect(try await web.answer().status == 201, "\(headers)")
            }
            let wrong: JSONValue = ["joinCode": "AAAAAA"]
            #expect(try await web.call(.post, "/v1/join", wrong).status == 404)
            #expect(try await web.call(.get, "/healthz", headers: foreign[0]).status == 200)
        }
    }

    @Test func `an address joins a session 30 times, and another session still`() async throws {
        try await limited { deployment in
            let web = deployment.web()
            let (full, next) = (try await party(deployment), try await party(deployment))
            let limited = try await untilLimited(after: 30, oneBackIn: .seconds(10)) { number in
                let answer = try await join(full, "Guest \(number)", web, from: "192.0.2.5")
                #expect(answer.status == 201 || number > 30)
                return answer
            }
            expectLimited(limited, atMostSeconds: 300)
            #expect(try await join(next, "Late", web, from: "192.0.2.5").status == 201)
            #expect(try await join(full, "Other", web, from: "192.0.2.6").status == 201)
        }
    }

    @Test func `who tries a taken name again and again takes nobody's seat`() async throws {
        try await limited { deployment in
            let (web, room) = (deployment.web(), try await party(deployment))
            #expect(try await join(room, "Alva", web, from: "192.0.2.5").status == 201)
            for _ in 1...40 {
                let answer = try await join(room, "Alva", web, from: "192.0.2.5")
                #expect(answer.status == 409 && answer.code == "name_taken")
            }
            for number in 1...20 {
                let answer = try await join(room, "Guest \(number)", web, from: "192.0.2.5")
                #expect(answer.status == 201)
            }
            // That has an end too: each costs a write.
            var last = try await join(room, "Alva", web, from: "192.0.2.5")
            for _ in 1...1_000 where last.status == 409 {
                last = try await join(room, "Alva", web, from: "192.0.2.5")
            }
            expectLimited(last, atMostSeconds: 2)
            #expect(try await join(room, "Other", web, from: "192.0.2.6").status == 201)
        }
    }

    @Test func `nobody is believed where no proxy is trusted`() async throws {
        try await limited(trusting: nil) { deployment in
            try await exhaust(deployment) { "198.51.100.\($0)" }
        }
        try await limited(trusting: "10.0.0.0/8") { deployment in
            try await exhaust(deployment) { "198.51.100.\($0)" }
        }
    }

    @Test func `of a list of hops the last that is no proxy counts`() async throws {
        try await limited { deployment in
            try await exhaust(deployment) { "203.0.113.\($0), 192.0.2.9, 127.0.0.7" }
        }
    }

    /// Makes 21 sessions, each said to be from somewhere else: the last is one too many.
    private func exhaust(_ deployment: Deployment, _ from: (Int) -> String) async throws {
        let web = deployment.web()
        for number in 1...21 {
            let headers = self.from(from(number))
            let answer = try await web.call(.post, "/v1/sessions", headers: headers)
            #expect(answer.status == (number <= 20 ? 201 : 429), "\(number)")
        }
    }

    private func party(_ deployment: Deployment) async throws -> Party {
        try await Party(deployment.address, settings: ["maxPlayers": 500])
    }

    private func join(
        _ party: Party,
        _ name: String,
        _ web: Web,
        from address: String
    ) async throws -> Answer {
        let body: JSONValue = [
            "joinToken": .string(try party.created.text("joinToken")), "name": .string(name),
        ]
        return try await web.call(.post, "\(party.path)/join", body, headers: from(address))
    }
}
