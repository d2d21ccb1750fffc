import Gateway
import HTTP
import Protocol
import Testing

/// Every refusal is counted under what it was.
@Suite struct RefusalTests {
    @Test func `requests that are none are counted by what they are answered`() async throws {
        let deployment = try Deployment { $0.times.requestMs = 0 }
        let (late, large) = (deployment.web(), deployment.web())
        late.wire.send("GET /healthz HT")
        #expect(try await late.answer().status == 408)
        large.wire.send("GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 9_000))\r\n\r\n")
        #expect(try await large.answer().status == 431)
        let text = try await deployment.web().call(.get, "/metrics").text
        #expect(text.contains("gateway_http_requests_refused_total{status=\"408\"} 1\n"))
        #expect(text.contains("gateway_http_requests_refused_total{status=\"431\"} 1\n"))
        await deployment.stop()
    }

    @Test func `calls that are refused are counted by their status`() async throws {
        let deployment = try Deployment()
        let web = deployment.web()
        #expect(try await web.call(.get, "/nothing").status == 404)
        let text = try await web.call(.get, "/metrics").text
        #expect(text.contains("gateway_http_calls_refused_total{status=\"404\"} 1\n"))
        #expect(text.contains("gateway_http_calls_refused_total{status=\"429\"} 0\n"))
        await deployment.stop()
    }

    @Test func `frames against the protocol are counted by what closes them`() async throws {
        let deployment = try Deployment()
        let party = try await Party(deployment.address)
        let host = try await party.seatedSocket(.host, party.hostAuth)
        host.frame(.text, [UInt8](repeating: 0x20, count: 16 * 1024 + 1))
        #expect(try await host.end()?.code == 1009)
        let text = try await deployment.web().call(.get, "/metrics").text
        #expect(text.contains("gateway_protocol_violations_total{code=\"1009\"} 1\n"))
        #expect(text.contains("gateway_protocol_violations_total{code=\"1002\"} 0\n"))
        await deployment.stop()
    }

    @Test func `what a room refuses is counted by its code, and pulls by what became of them`()
        async throws
    {
        let deployment = try Deployment()
        let party = try await Party(deployment.address, settings: ["timings": unhurried])
        let (alva, bo) = (
            try await party.player("Alva").client, try await party.player("Bo").client
        )
        let host = try await party.host()
        #expect(try await alva.refusal("HOST_SKIP").code == "forbidden")
        #expect(try await alva.refusal("NO_SUCH_THING").code == "unknown_type")
        #expect(try await host.refusal("HOST_SKIP").code == "wrong_state")
        let early = try await alva.refusal("BRAKE_PULL")
        #expect(early.type == "BRAKE_REJECTED" && early.payload["reason"] == "not_allowed")
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_INTRO")
        host.send("HOST_SKIP")
        try await bo.until(state: "CLUE_LEVEL")
        bo.send("BRAKE_PULL")
        try await bo.next("BRAKE_ACCEPTED")
        let late = try await bo.refusal("BRAKE_PULL")
        #expect(late.payload["reason"] == "rate_limited")
        host.send("HOST_END_SESSION")
        try await host.until(state: "ROUND_END")
        let text = try await deployment.web().call(.get, "/metrics").text
        for line in [
            "gateway_errors_sent_total{code=\"forbidden\"} 1",
            "gateway_errors_sent_total{code=\"unknown_type\"} 1",
            "gateway_errors_sent_total{code=\"wrong_state\"} 1",
            "gateway_brake_pulls_total{outcome=\"accepted\"} 1",
            "gateway_brake_pulls_total{outcome=\"not_allowed\"} 1",
            "gateway_brake_pulls_total{outcome=\"rate_limited\"} 1",
            "gateway_brake_pulls_total{outcome=\"already_paused\"} 0",
            "gateway_games_started_total 1",
            "gateway_games_ended_total{outcome=\"aborted\"} 1",
        ] { #expect(text.contains(line + "\n"), "\(line)") }
        await deployment.stop()
    }

    @Test func `clients that are too old are turned away where the operator asks for it`()
        async throws
    {
        let deployment = try Deployment { $0.minClientVersion = ClientVersion("1.0.1") }
        let party = try await Party(deployment.address)
        let client = try await party.socket()
        client.hello("HOST", try party.hostAuth)
        let error = try await client.next("ERROR")
        #expect(error.code == "client_too_old" && error.field == "payload.clientVersion")
        #expect(try await client.end()?.code == 4403)
        let other = try await party.socket()
        let payload: JSONValue = [
            "role": "HOST", "clientVersion": "1.10", "authToken": .string(try party.hostAuth),
        ]
        other.send("HELLO", payload)
        try await other.next("STATE_SNAPSHOT")
        await deployment.stop()
    }

    @Test func `clients are counted by what they say they are, a few by name`() async throws {
        let deployment = try Deployment()
        let party = try await Party(deployment.address)
        for version in ["2.1", "not one"] + (1...16).map({ "3.\($0)" }) {
            let tv = try await party.socket()
            let payload: JSONValue = [
                "role": "TV", "clientVersion": .string(version),
                "authToken": .string(try await party.tvAuth()),
            ]
            tv.send("HELLO", payload)
            try await tv.next("STATE_SNAPSHOT")
        }
        let text = try await deployment.web().call(.get, "/metrics").text
        for (version, count) in [("2.1.0", 1), ("3.1.0", 1), ("unknown", 1), ("other", 1)] {
            let line = "gateway_clients_greeted_total{version=\"\(version)\"} \(count)\n"
            #expect(text.contains(line), "\(version)")
        }
        await deployment.stop()
    }

    @Test func `who has a seat is told by role, and what was sent is counted`() async throws {
        let deployment = try Deployment()
        let party = try await Party(deployment.address)
        let host = try await party.host()
        let alva = try await party.player("Alva").client
        let bo = try await party.player("Bo").client
        let text = try await deployment.web().call(.get, "/metrics").text
        #expect(text.contains("gateway_seats{role=\"host\"} 1.0\n"))
        #expect(text.contains("gateway_seats{role=\"player\"} 2.0\n"))
        #expect(text.contains("gateway_seats{role=\"tv\"} 0.0\n"))
        #expect(text.contains("gateway_http_answers_total{status=\"1xx\"} 3\n"))
        let shortest = "gateway_commit_seconds_bucket{le=\"1e-06\"} 0\n"
        #expect(text.contains(shortest) && !text.contains("gateway_commit_seconds_count 0\n"))
        alva.send("LEAVE")
        #expect(try await alva.end()?.code == 1000)
        try await host.until { $0.at("players.0.name") == "Bo" }
        let label = "gateway_messages_sent_total "
        var (seats, sent) = (false, 0)
        // Counted together once a second.
        for _ in 0..<1_200 where !seats || sent < host.log.count + bo.log.count {
            try await Task.sleep(for: .milliseconds(50))
            let later = try await deployment.web().call(.get, "/metrics").text
            seats = later.contains("gateway_seats{role=\"player\"} 1.0\n")
            let line = try #require(later.split(separator: "\n").first { $0.hasPrefix(label) })
            sent = try #require(Int(line.dropFirst(label.count)))
        }
        #expect(seats && sent >= host.log.count + bo.log.count)
        await deployment.stop()
    }

    @Test func `versions are compared by their numbers`() {
        let ordered = ["0.9", "1", "1.0.1-beta", "1.2.0", "1.10"].compactMap { ClientVersion($0) }
        #expect(ordered.count == 5)
        #expect(zip(ordered, ordered.dropFirst()).allSatisfy { $0 < $1 })
        for text in ["", "abuse/1", "1.x", "1..2", "1.2.3.4", "1234567", "-1"] {
            #expect(ClientVersion(text) == nil, "\(text)")
        }
    }

    @Test func `connections beyond the limit are counted as such`() async throws {
        let deployment = try Deployment {
            $0.connectionLimits.maxConnections = 1
            $0.shards = 1
        }
        let web = deployment.web()
        #expect(try await web.call(.get, "/healthz").status == 200)
        #expect(try await deployment.web().untilGone().isEmpty)
        let text = try await web.call(.get, "/metrics").text
        #expect(text.contains("gateway_connections_refused_total{reason=\"too_many\"} 1\n"))
        await deployment.stop()
    }
}
