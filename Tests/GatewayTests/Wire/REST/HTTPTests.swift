import HTTP
import Protocol
import Testing
import Transport

@testable import Gateway

/// Requests that any HTTP/1.1 client may make (RFC 9110, RFC 9112).
@Suite struct HTTPTests {
    @Test func `a path that is none is not found`() async throws {
        let party = try await Party()
        for path in ["/v1", "/v1/", "/v1/nothing", "\(party.path)/", "\(party.path)/x", "/v2/join"]
        {
            let answer = try await party.web.call(.get, path)
            #expect(answer.status == 404, "\(path)")
        }
        let answer = try await party.web.call(.get, "/v1/nothing")
        #expect(
            answer.code == "not_found" && answer.json.names == ["code", "message", "retryable"]
        )
    }

    @Test func `a body past its limit is too large`() async throws {
        let web = try Deployment.shared.web()
        web.send(.post, "/v1/sessions", Array(repeating: UInt8(ascii: " "), count: 65 * 1024))
        let answer = try await web.answer()
        #expect(answer.status == 413 && answer.code == "too_large")
        #expect(!answer.keepsOpen)
    }

    @Test func `a header past its limit is refused`() async throws {
        let address = try Deployment.shared.address
        let long = String(repeating: "a", count: 9_000)
        let one = Web(address)
        one.send(.get, "/healthz", headers: [("X-Long", long)])
        #expect(try await one.answer().status == 431)
        let many = Web(address)
        many.send(.get, "/healthz", headers: (0..<100).map { ("X-\($0)", "a") })
        #expect(try await many.answer().status == 431)
        let target = Web(address)
        target.send(.get, "/" + String(repeating: "a", count: 8_000))
        #expect(try await target.answer().status == 414)
    }

    static let garbage = [
        "\u{16}\u{3}\u{1}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
        "/ GET HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n Folded: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n{}",
        "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n{}",
        "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
    ]

    @Test(arguments: garbage) func `garbage is refused, then the connection ends`(
        _ text: String
    ) async throws {
        let web = try Deployment.shared.web()
        web.wire.send(text)
        let answer = try await web.answer()
        #expect((400...505).contains(answer.status), "\(answer.status)")
        #expect(answer.json.names == ["code", "message", "retryable"])
        #expect(!answer.keepsOpen)
        #expect(try await web.untilGone().isEmpty)
    }

    @Test func `no answer is taken for what its type does not say`() async throws {
        let party = try await Party()
        let token = try party.created.text("joinToken")
        for path in [
            "/healthz", "/metrics", "/v1/nothing", "/nothing", party.path,
            "\(party.path)/qr.svg?t=\(token)",
        ] {
            let answer = try await party.web.call(.get, path)
            #expect(answer.headers.all("X-Content-Type-Options") == ["nosniff"], "\(path)")
            // RFC 6797 §7.2: not where it is not TLS that brings it.
            #expect(!answer.headers.contains("Strict-Transport-Security"))
        }
        let garbage = try Deployment.shared.web()
        garbage.wire.send("GET\r\n\r\n")
        let refused = try await garbage.answer()
        #expect(refused.status == 400)
        #expect(refused.headers.all("X-Content-Type-Options") == ["nosniff"])
    }

    @Test func `metrics may have an entrance of their own`() async throws {
        let deployment = try Deployment { $0.metricsListen = try? Deployment.loopback() }
        let address = try #require(deployment.gateway.metricsAddress)
        let (web, metrics) = (deployment.web(), Web(address))
        #expect(try await web.call(.get, "/metrics").status == 404)
        #expect(try await web.call(.get, "/healthz").status == 200)
        let answer = try await metrics.call(.get, "/metrics")
        #expect(answer.status == 200 && answer.text.contains("gateway_sockets"))
        for path in ["/", "/healthz", "/v1/ws", "/v1/sessions"] {
            metrics.send(.get, path)
            #expect(try await metrics.answer().status == 404, "\(path)")
        }
        await deployment.stop()
        #expect(try await metrics.untilGone().isEmpty)
    }

    @Test func `one connection serves one call after another`() async throws {
        let web = try Deployment.shared.web()
        for _ in 1...3 { #expect(try await web.call(.get, "/healthz").keepsOpen) }
        let refused = try await web.call(.post, "/v1/join", ["joinCode": 1])
        #expect(refused.status == 400 && refused.keepsOpen)
        let last = try await web.call(.get, "/healthz", headers: [("Connection", "close")])
        #expect(last.status == 200 && !last.keepsOpen)
        #expect(try await web.untilGone().isEmpty)
    }

    @Test func `pipelined calls are answered in their order`() async throws {
        let party = try await Party()
        let web = party.web
        web.send(.get, party.path)
        web.send(.post, "/v1/sessions", Array("{}".utf8))
        web.send(.get, "/healthz")
        web.send(.get, "/v1/nothing")
        #expect(try await web.answer().json["sessionId"] == .string(party.session))
        #expect(try await web.answer().status == 201)
        #expect(try await web.answer().text.hasPrefix("ok\n"))
        #expect(try await web.answer().status == 404)
    }

    @Test func `a call may come byte by byte, and in chunks`() async throws {
        let web = try Deployment.shared.web()
        let head = "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        for byte in Array((head + "1\r\n{\r\n1;x=y\r\n}\r\n0\r\nX: y\r\n\r\n").utf8) {
            web.wire.send([byte])
        }
        #expect(try await web.answer().status == 201)
    }

    @Test func `whoever expects to be told goes on when told`() async throws {
        let web = try Deployment.shared.web()
        let head = "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
        web.wire.send(head + "Expect: 100-continue\r\n\r\n")
        let line = try await web.wire.read().map { String(decoding: $0, as: UTF8.self) }
        #expect(line == "HTTP/1.1 100 Continue\r\n\r\n")
        web.wire.send("{}")
        #expect(try await web.answer().status == 201)
    }

    @Test func `an HTTP 1.0 client is answered and let go`() async throws {
        let web = try Deployment.shared.web()
        web.wire.send("GET /healthz HTTP/1.0\r\n\r\n")
        let answer = try await web.answer()
        #expect(answer.status == 200 && !answer.keepsOpen)
        #expect(try await web.untilGone().isEmpty)
    }

    @Test func `a client that says nothing more still hears its answer`() async throws {
        let web = try Deployment.shared.web()
        web.send(.post, "/v1/sessions", Array("{}".utf8))
        web.wire.endOutput()
        let text = String(decoding: try await web.untilGone(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 201 "))
    }

    @Test func `nobody is asked for a body that will not be taken`() async throws {
        let head = "POST /v1/sessions HTTP/1.1\r\nHost: a\r\n"
        for (lines, status) in [
            ("Expect: 100-continue\r\nContent-Length: 65537\r\n", "413"),
            ("Expect: 200-ok\r\nContent-Length: 2\r\n", "417"),
            ("Expect: 100-continue\r\nContent-Length: 2\r\nContent-Length: 2\r\n", "400"),
            ("Expect: 100-continue\r\nTransfer-Encoding: gzip\r\n", "501"),
        ] {
            let web = try Deployment.shared.web()
            web.wire.send(head + lines + "\r\n")
            let text = String(decoding: try await web.untilGone(), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
        }
    }

    @Test(arguments: [2, 20])
    func `a client that says nothing more hears all answers to what it has asked`(
        count: Int
    ) async throws {
        let web = try Deployment.shared.web()
        for _ in 1...count { web.send(.post, "/v1/sessions", Array("{}".utf8)) }
        web.wire.endOutput()
        for _ in 1...count { #expect(try await web.answer().status == 201) }
        #expect(try await web.untilGone().isEmpty)
        let quick = try Deployment.shared.web()
        for _ in 1...count { quick.send(.get, "/healthz") }
        quick.wire.endOutput()
        for _ in 1...count { #expect(try await quick.answer().status == 200) }
        #expect(try await quick.untilGone().isEmpty)
    }

    @Test func `half a request is told that it took too long`() async throws {
        let deployment = try Deployment { $0.times.requestMs = 0 }
        let (head, body) = (deployment.web(), deployment.web())
        head.wire.send("GET /healthz HT")
        body.wire.send("POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{")
        for web in [head, body] {
            let answer = try await web.answer()
            #expect(answer.status == 408 && !answer.keepsOpen)
            #expect(try await web.untilGone().isEmpty)
        }
        await deployment.stop()
    }

    @Test func `who has asked for something is not counted among the silent`() async throws {
        let deployment = try Deployment {
            $0.hasAddressLimits = true
            $0.times.requestMs = 1_000
        }
        var busy: [Web] = []
        for _ in 0...SilentConnections.maxPerAddress {
            busy.append(deployment.web())
            #expect(try await busy[busy.count - 1].call(.get, "/healthz").status == 200)
        }
        let silent = deployment.web()
        // One that is hurried would have no more time than this one.
        let late = deployment.web()
        late.wire.send("GET /healthz HTTP/1.1\r\n")
        #expect(try await late.answer().status == 408)
        #expect(try await silent.call(.get, "/healthz").status == 200)
        await deployment.stop()
    }

    @Test func `the silent connections of a trusted proxy are those of many`() async throws {
        let range = try #require(AddressRange("127.0.0.0/8"))
        let deployment = try Deployment {
            $0.hasAddressLimits = true
            $0.trustedProxies = [range]
            $0.times.requestMs = 1_000
        }
        let silent = (0..<SilentConnections.maxPerAddress + 8).map { _ in deployment.web() }
        let late = deployment.web()
        late.wire.send("GET /healthz HTTP/1.1\r\n")
        // Those that came before it have had no more time than it had, if they are hurried.
        #expect(try await late.answer().status == 408)
        for web in silent { web.send(.get, "/healthz") }
        for web in silent { #expect(try await web.answer().status == 200) }
        await deployment.stop()
    }

    @Test func `an idle connection is let go without a word`() async throws {
        let deployment = try Deployment { $0.times.idleMs = 0 }
        let web = deployment.web()
        #expect(try await web.untilGone().isEmpty)
        await deployment.stop()
    }
}
