import HTTP
import Protocol
import Testing
import WebSocket

/// RFC 6455 §4.2: what a client must ask for to get a WebSocket.
@Suite struct UpgradeTests {
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    static let whole = [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Key", key),
        ("Sec-WebSocket-Version", "13"),
    ]

    private func upgrade(_ path: String, _ headers: [(String, String)]) async throws -> Answer {
        let web = try Deployment.shared.web()
        return try await web.call(.get, path, headers: headers)
    }

    @Test func `the standard's own key gets the standard's own answer`() async throws {
        let party = try await Party()
        let answer = try await upgrade("/v1/ws?session=\(party.session)", Self.whole)
        #expect(answer.status == 101)
        #expect(answer.headers.first("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(!answer.headers.contains("Sec-WebSocket-Extensions"))
    }

    @Test func `a client need not wait for the answer to say HELLO`() async throws {
        let party = try await Party()
        let hello = #"{"type":"HELLO","payload":{"role":"HOST"}}"#
        var frame: [UInt8] = []
        Array(hello.utf8).withUnsafeBytes {
            FrameWriter.append(.text, $0, mask: 0x0102_0304, to: &frame)
        }
        let head = Handshake.requestHead(
            host: "gateway.test",
            path: "/v1/ws?session=\(party.session)",
            key: Self.key,
            headers: [(name: "Authorization", value: "Bearer \(try party.hostAuth)")]
        )
        let wire = Wire(party.address)
        wire.send(head + frame)
        var heard: [UInt8] = []
        while !String(decoding: heard, as: UTF8.self).contains("STATE_SNAPSHOT") {
            heard += try #require(try await wire.read())
        }
        wire.abort()
    }

    @Test func `a request that lacks something is refused with 400`() async throws {
        let path = "/v1/ws?session=\(try await Party().session)"
        let others = [
            ("Upgrade", "h2c"), ("Connection", "keep-alive"), ("Sec-WebSocket-Key", "short"),
            ("Sec-WebSocket-Key", ""),
        ]
        for (name, value) in others {
            let headers = Self.whole.filter { $0.0 != name } + [(name, value)]
            let answer = try await upgrade(path, headers)
            #expect((400..<500).contains(answer.status), "\(name): \(value) \(answer.status)")
            #expect(answer.json.names == ["code", "message", "retryable"])
        }
        for (name, _) in Self.whole {
            let answer = try await upgrade(path, Self.whole.filter { $0.0 != name })
            #expect((400..<500).contains(answer.status), "\(name) \(answer.status)")
        }
        #expect((400..<500).contains(try await upgrade(path, []).status))
    }

    @Test func `another version is told which one is spoken`() async throws {
        let path = "/v1/ws?session=\(try await Party().session)"
        let headers = Self.whole.dropLast() + [("Sec-WebSocket-Version", "8")]
        let answer = try await upgrade(path, Array(headers))
        #expect(answer.status == 426)
        #expect(answer.headers.first("Sec-WebSocket-Version") == "13")
        // RFC 9110 §15.5.22 and §7.8: what to upgrade to, and that it is for this hop.
        #expect(answer.headers.first("Upgrade") == "websocket")
        #expect(answer.headers.contains(token: "upgrade", in: "Connection"))
        #expect(!answer.keepsOpen)
    }

    @Test func `a field that comes twice is refused`() async throws {
        let path = "/v1/ws?session=\(try await Party().session)"
        for (name, status) in [("Sec-WebSocket-Key", 400), ("Sec-WebSocket-Version", 426)] {
            let answer = try await upgrade(path, Self.whole + Self.whole.filter { $0.0 == name })
            #expect(answer.status == status, "\(name)")
        }
    }

    @Test func `only GET opens a WebSocket`() async throws {
        let path = "/v1/ws?session=\(try await Party().session)"
        for method in [HTTP.Method.post, .put, .head, .options] {
            let web = try Deployment.shared.web()
            let answer = try await web.call(method, path, headers: Self.whole)
            #expect(answer.status == 405, "\(method)")
            #expect(answer.headers.first("Allow") == "GET", "\(method)")
        }
        let web = try Deployment.shared.web()
        let lines = Self.whole.map { "\($0.0): \($0.1)\r\n" }.joined()
        web.wire.send("GET \(path) HTTP/1.0\r\nHost: a\r\n\(lines)\r\n")
        #expect(try await web.answer().status == 400)
    }

    @Test func `a body is read as one before the frames begin`() async throws {
        let party = try await Party()
        let wire = Wire(party.address)
        let lines = Self.whole.map { "\($0.0): \($0.1)\r\n" }.joined()
        wire.send(
            "GET /v1/ws?session=\(party.session) HTTP/1.1\r\nHost: a\r\n\(lines)"
                + "Content-Length: 6\r\n\r\n"
        )
        // A ping in the body is none; the one behind it is answered.
        let ping: [UInt8] = [0x89, 0x80, 1, 2, 3, 4]
        wire.send(ping + [0x89, 0x81, 0, 0, 0, 0, 7])
        var heard: [UInt8] = []
        while !heard.suffix(3).elementsEqual([0x8A, 1, 7]) {
            heard += try #require(try await wire.read())
        }
        #expect(!heard.contains([0x8A, 0]))
        wire.abort()
    }

    @Test func `a session's name is needed and looks like one`() async throws {
        for query in ["", "?session=", "?session=short", "?session=UPPER00000000000", "?s=x"] {
            let answer = try await upgrade("/v1/ws\(query)", Self.whole)
            #expect(answer.status == 400 && answer.field == "session", "\(query)")
        }
    }

    @Test func `the conformance endpoints are not there unless asked for`() async throws {
        for path in ["/conformance/echo", "/conformance/broadcast"] {
            #expect(try await upgrade(path, Self.whole).status == 404)
            // Not even by what it allows.
            let answer = try await Deployment.shared.web().call(.put, path)
            #expect(answer.status == 404 && answer.headers.first("Allow") == nil)
        }
    }
}
