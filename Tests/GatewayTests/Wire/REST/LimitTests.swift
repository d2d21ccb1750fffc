import Gateway
import HTTP
import Protocol
import Testing

/// PROTOCOL §4: limits by address, and whose address it is.
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

    @Test func `an address tries 10 wrong codes a minute, and locks nobody else out`()
        async throws
    {
        try await limited { deployment in
            let web = deployment.web()
            let created = try await web.call(.post, "/v1/sessions", headers: from("192.0.2.1"))
            let right: JSONValue = ["joinCode": .string(try created.json.text("joinCode"))]
            // The tenth wrong one leaves nothing for a right one.
            let limited = try await untilLimited(after: 9, oneBackIn: .seconds(6)) { wrong in
                let body: JSONValue = ["joinCode": wrong % 2 == 0 ? "AAAAAA" : "nonsense"]
                let answer = try await web.call(.post, "/v1/join", body, headers: from("192.0.2.3"))
                guard answer.status == 404 else { return answer }
                // A right code costs nothing.
                let good = try await web.call(.post, "/v1/join", right, headers: from("192.0.2.3"))
                #expect(good.status == 200 || wrong >= 10)
                return good
            }
            expectLimited(limited, atMostSeconds: 60)
            let other = try await web.call(.post, "/v1/join", right, headers: from("192.0.2.4"))
            #expect(other.status == 200)
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
