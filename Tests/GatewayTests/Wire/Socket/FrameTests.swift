import Foundation
import Protocol
import Testing
import WebSocket

/// RFC 6455 and protocol §3: frames and messages that a client may or may not send.
@Suite struct FrameTests {
    private func host(_ deployment: Deployment? = nil) async throws -> RawSocket {
        let party = try await Party(deployment?.address ?? Deployment.shared.address)
        return try await party.seatedSocket(.host, party.hostAuth)
    }

    @Test func `a binary frame is a bad message, and the connection goes on`() async throws {
        let client = try await host()
        client.frame(.binary, [1, 2, 3])
        #expect(try await client.next("ERROR").code == "bad_message")
        _ = try await client.caughtUp()
    }

    static let nonsense: [(text: String, field: String?)] = [
        ("", nil), ("{", nil), ("[]", nil), ("null", nil), ("\"HELLO\"", nil), ("{}", "type"),
        (#"{"type":1}"#, "type"), (#"{"type":"LEAVE","payload":[]}"#, "payload"),
        (#"{"type":"LEAVE","payload":"x"}"#, "payload"),
        (#"{"type":"LEAVE","sessionId":1}"#, "sessionId"),
        (#"{"type":"LEAVE","sessionId":"0000000000000000"}"#, "sessionId"),
        (#"{"type":"LEAVE","msgId":1}"#, "msgId"), (#"{"type":"LEAVE","msgId":""}"#, "msgId"),
        (#"{"type":"LEAVE","msgId":"\#(String(repeating: "m", count: 65))"}"#, "msgId"),
        (String(repeating: "[", count: 9_000), nil), (#"{"type":"\ud800"}"#, nil),
    ]

    @Test(arguments: nonsense.indices) func `nonsense is a bad message that names its field`(
        _ index: Int
    ) async throws {
        let client = try await host()
        let (text, field) = Self.nonsense[index]
        client.send(text: Array(text.utf8))
        let error = try await client.next("ERROR")
        #expect(error.code == "bad_message" && error.field == field, "\(text.prefix(80))")
        #expect(error.payload["retryable"] == false)
        _ = try await client.caughtUp()
    }

    @Test func `a type that is unknown is told so, and unknown fields are ignored`() async throws {
        let client = try await host()
        let error = try await client.refusal("MAKE_COFFEE", ["cups": 2])
        #expect(error.code == "unknown_type")
        client.send(text: Array(#"{"type":"TIME_PING","payload":{"t0":7,"x":1},"y":[{}]}"#.utf8))
        #expect(try await client.next("TIME_PONG").payload["t0"] == 7)
    }

    @Test func `a message of 16 KiB is taken, a longer one closes with 1009`() async throws {
        let client = try await host()
        let head = #"{"type":"TIME_PING","payload":{"t0":1,"x":""#
        let tail = "\"}}"
        func message(_ count: Int) -> [UInt8] {
            Array(
                (head + String(repeating: "x", count: count - head.count - tail.count) + tail).utf8
            )
        }
        client.send(text: message(16 * 1024))
        try await client.next("TIME_PONG")
        client.send(text: message(16 * 1024 + 1))
        #expect(try await client.end()?.code == 1009)
    }

    @Test func `fragments that grow past the limit close with 1009`() async throws {
        let client = try await host()
        client.frame(.text, Array(repeating: UInt8(ascii: "x"), count: 9_000), fin: false)
        client.frame(.continuation, Array(repeating: UInt8(ascii: "x"), count: 9_000), fin: false)
        #expect(try await client.end()?.code == 1009)
    }

    @Test func `a message may come in fragments with pings between them`() async throws {
        let client = try await host()
        let text = Array(#"{"type":"TIME_PING","payload":{"t0":9}}"#.utf8)
        client.frame(.text, Array(text[..<10]), fin: false)
        client.frame(.ping, Array("between".utf8))
        client.frame(.continuation, Array(text[10..<11]), fin: false)
        client.frame(.continuation, [], fin: false)
        client.frame(.continuation, Array(text[11...]))
        guard case .pong(let payload) = try await hearControl(client) else {
            Issue.record("no pong")
            return
        }
        #expect(payload == Array("between".utf8))
        #expect(try await client.next("TIME_PONG").payload["t0"] == 9)
    }

    @Test func `a ping is answered with its own payload, a pong with nothing`() async throws {
        let client = try await host()
        client.frame(.pong, [1])
        for payload in [[], Array(repeating: UInt8(7), count: 125)] {
            client.frame(.ping, payload)
            guard case .pong(let answer) = try await hearControl(client) else {
                Issue.record("no pong")
                return
            }
            #expect(answer == payload)
        }
    }

    /// The next thing that is no message.
    private func hearControl(_ client: RawSocket) async throws -> Heard {
        while true {
            let heard = try await client.hear()
            if case .message = heard { continue }
            return heard
        }
    }

    @Test func `a close is answered with its own code, then the connection ends`() async throws {
        for code: UInt16? in [1000, 1001, 4000, nil] {
            let client = try await host()
            client.sendClose(code)
            #expect(try await client.end()?.code == code)
            try await client.untilGone()
        }
    }

    @Test func `who does not answer our Close is let go`() async throws {
        let deployment = try Deployment { $0.times.closingMs = 0 }
        let party = try await Party(deployment.address)
        let host = try await party.seatedSocket(.host, party.hostAuth)
        _ = try await party.web.call(.delete, party.path, bearer: party.hostAuth)
        #expect(try await host.end()?.code == 4410)
        try await host.untilGone()
        await deployment.stop()
    }

    static let violations: [(bytes: [UInt8], code: UInt16)] = [
        ([0x81, 0x01, 0x61], 1002), ([0xC1, 0x80, 1, 2, 3, 4], 1002),
        ([0x83, 0x80, 1, 2, 3, 4], 1002), ([0x80, 0x80, 1, 2, 3, 4], 1002),
        ([0x09, 0x80, 1, 2, 3, 4], 1002), ([0x89, 0xFE, 0, 126, 1, 2, 3, 4], 1002),
        ([0x88, 0x81, 0, 0, 0, 0, 3], 1002), ([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xED], 1002),
        ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
        ([0x81, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], 1009),
    ]

    @Test(arguments: violations.indices) func `a frame against the rules closes with its code`(
        _ index: Int
    ) async throws {
        let client = try await host()
        let (bytes, code) = Self.violations[index]
        client.wire.send(bytes)
        #expect(try await client.end()?.code == code, "\(bytes)")
        try await client.untilGone()
    }

    @Test func `half a frame and silence disturbs nobody`() async throws {
        let party = try await Party()
        let guest = try await party.join("Alva")
        let player = try await party.seatedSocket(.player, guest.auth)
        let host = try await party.host()
        player.wire.send([0x81, 0xFE, 0x10])
        host.send("HOST_KICK_PLAYER", ["playerId": .string(guest.id)])
        try await host.next("PLAYER_LEFT")
        #expect(try await player.end()?.code == 4403)
    }

    @Test func `whoever says that nothing more will come has left`() async throws {
        let party = try await Party()
        let guest = try await party.join("Alva")
        let player = try await party.seatedSocket(.player, guest.auth)
        let host = try await party.host()
        player.wire.endOutput()
        try await player.untilGone()
        try await host.until { $0.at("players.0.connected") == false }
        #expect(host.document.at("players.0.playerId") == .string(guest.id))
    }

    @Test func `whoever is silent is pinged, then gone`() async throws {
        let deployment = try Deployment {
            $0.times.pingMs = 0
            // Time enough to greet.
            $0.times.silenceMs = 12_000
        }
        let host = try await host(deployment)
        guard case .ping(let payload) = try await hearControl(host) else {
            Issue.record("no ping")
            return
        }
        #expect(payload.isEmpty)
        #expect(try await host.end() == nil)
        await deployment.stop()
    }

    @Test func `whoever is silent is pinged once in a while, not at every look`() async throws {
        let deployment = try Deployment {
            $0.times.pingMs = 4_000
            $0.times.silenceMs = 14_000
        }
        let host = try await host(deployment)
        var pings = 0
        listening: while true {
            switch try await host.hear() {
            case .ping: pings += 1
            case .gone: break listening
            case .message, .binary, .pong, .close, .violation: continue
            }
        }
        #expect((1...3).contains(pings), "\(pings) in fourteen seconds")
        await deployment.stop()
    }
}
