import Testing
import WebSocket

struct HandshakeTests {
    /// The example of RFC 6455 §1.3.
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    static let acceptValue = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    static func sha1(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text == "dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11" else {
            return [UInt8](repeating: 0, count: 20)
        }
        return [
            0xB3, 0x7A, 0x4F, 0x2C, 0xC0, 0x62, 0x4F, 0x16, 0x90, 0xF6, 0x46, 0x06, 0xCF, 0x38,
            0x59, 0x45, 0xB2, 0xBE, 0xC4, 0xEA,
        ]
    }

    static func request(_ change: (inout Handshake.Request) -> Void = { _ in }) -> Handshake.Request
    {
        var request = Handshake.Request(
            method: "GET",
            httpMinorVersion: 1,
            upgrade: "websocket",
            connection: "keep-alive, Upgrade",
            key: key,
            version: "13"
        )
        change(&request)
        return request
    }

    @Test func `a good request gives the key that the answer proves`() throws {
        let key = try Handshake.accept(Self.request { $0.upgrade = "h2c, WebSocket" })
        #expect(Handshake.acceptValue(forKey: key, sha1: Self.sha1) == Self.acceptValue)
    }

    @Test func `each flaw has its refusal`() {
        let cases: [(Handshake.Refusal, Int, (inout Handshake.Request) -> Void)] = [
            (.methodNotGet, 405, { $0.method = "POST" }),
            (.methodNotGet, 405, { $0.method = "get" }),
            (.httpTooOld, 400, { $0.httpMinorVersion = 0 }),
            (.notAnUpgrade, 426, { $0.upgrade = nil }),
            (.notAnUpgrade, 426, { $0.upgrade = "h2c" }),
            (.connectionLacksUpgrade, 400, { $0.connection = nil }),
            (.connectionLacksUpgrade, 400, { $0.connection = "keep-alive, upgraded" }),
            (.versionUnsupported, 426, { $0.version = nil }),
            (.versionUnsupported, 426, { $0.version = "8" }),
            (.versionUnsupported, 426, { $0.version = "13, 13" }),
            (.keyMissingOrMalformed, 400, { $0.key = nil }),
            (.keyMissingOrMalformed, 400, { $0.key = "" }),
            (.keyMissingOrMalformed, 400, { $0.key = "dGhlIHNhbXBsZSBub25jZQ" }),
            (.keyMissingOrMalformed, 400, { $0.key = "dGhlIHNhbXBsZSBub25jZQ==, " + Self.key }),
            (.keyMissingOrMalformed, 400, { $0.key = "dGhlIHNhbXBsZSBub25j*Q==" }),
            (.keyMissingOrMalformed, 400, { $0.key = "dGhlIHNhbXBsZSBub25jZWE=" }),
        ]
        for (refusal, status, change) in cases {
            #expect(throws: refusal) { try Handshake.accept(Self.request(change)) }
            #expect(refusal.status == status)
        }
    }

    @Test func `a wrong version is told the right one`() {
        let headers = Handshake.Refusal.versionUnsupported.headers
        #expect(headers.contains { $0 == ("Sec-WebSocket-Version", "13") })
    }

    @Test func `the answer of a server satisfies a client`() throws {
        let head = Handshake.responseHead(accept: Self.acceptValue, subprotocol: "tripto.v1")
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.first == "HTTP/1.1 101 Switching Protocols")
        #expect(head.suffix(4) == [13, 10, 13, 10])
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ": ")
            return (name: String(parts[0]), value: String(parts[1]))
        }
        let chosen = try Handshake.check(
            status: 101,
            headers: headers,
            key: Self.key,
            protocols: ["tripto.v1", "other"],
            sha1: Self.sha1
        )
        #expect(chosen == "tripto.v1")
    }

    @Test func `a client refuses an answer that proves nothing`() {
        let good: [String: String] = [
            "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Accept": Self.acceptValue,
        ]
        let cases: [(Handshake.ResponseRefusal, Int, String, String?)] = [
            (.status(200), 200, "Upgrade", "websocket"),
            (.notAnUpgrade, 101, "Upgrade", nil),
            (.notAnUpgrade, 101, "Upgrade", "h2c"),
            (.connectionLacksUpgrade, 101, "Connection", "close"),
            (.acceptWrong, 101, "Sec-WebSocket-Accept", nil),
            (.acceptWrong, 101, "Sec-WebSocket-Accept", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="),
            (.subprotocolNotOffered, 101, "Sec-WebSocket-Protocol", "chat"),
            (.extensionNotOffered, 101, "Sec-WebSocket-Extensions", "permessage-deflate"),
        ]
        for (refusal, status, name, value) in cases {
            var changed = good
            changed[name] = value
            let headers = changed.map { (name: $0.key, value: $0.value) }
            #expect(throws: refusal) {
                try Handshake.check(
                    status: status,
                    headers: headers,
                    key: Self.key,
                    protocols: ["tripto.v1"],
                    sha1: Self.sha1
                )
            }
        }
    }

    @Test func `a request head says all that a server asks for`() {
        let head = Handshake.requestHead(
            host: "play.test:8080",
            path: "/v1/ws?session=1",
            key: Handshake.key(nonce: Array("the sample nonce".utf8)),
            protocols: ["tripto.v1", "x"],
            headers: [("Origin", "https://play.test")]
        )
        #expect(
            String(decoding: head, as: UTF8.self) == """
                GET /v1/ws?session=1 HTTP/1.1\r
                Host: play.test:8080\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Protocol: tripto.v1, x\r
                Origin: https://play.test\r
                \r\n
                """
        )
    }
}
