import Contract
import Deflate
import GatewayClient
import HTTP
import OpenSSL
import Protocol
import Testing
import Transport
import WebSocket

/// A WebSocket whose frames are made by hand, and that answers none by itself: the door for everything
/// that a `Client` would never say.
final class RawSocket: TestSocket {
    let session: String
    /// The subprotocol that the gateway chose.
    let subprotocol: String?
    private let web: Web
    private var reader: MessageReader
    private var heard: [Heard] = []
    private var replica = Replica()
    /// Every message that was read.
    var log: [Message] = []
    /// Of WebSocket frames, as they came.
    private(set) var bytesRead = 0
    /// Of the messages in them.
    private(set) var payloadBytes = 0

    var wire: Wire { web.wire }
    var document: JSONValue { replica.document }

    /// Opens a WebSocket; says nothing yet.
    init(
        _ address: SocketAddress,
        session: String,
        protocols: [String] = [Client.subprotocol],
        bearer: String? = nil,
        compresses: Bool = false,
        tls: TLSContext? = nil
    ) async throws {
        self.session = session
        reader = MessageReader(
            endpoint: .client,
            limits: MessageLimits(maxMessageBytes: 1 << 20),
            inflater: compresses ? Inflater() : nil
        )
        let offer = ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")
        let key = Handshake.key(nonce: SecureRandom.bytes(count: 16))
        web = Web(address, tls: tls)
        web.wire.send(
            Handshake.requestHead(
                host: "gateway.test",
                path: "/v1/ws?session=\(session)",
                key: key,
                protocols: protocols,
                headers: (bearer.map { [("Authorization", "Bearer \($0)")] } ?? [])
                    + (compresses ? [offer] : [])
            )
        )
        let answer = try await web.answer()
        subprotocol = try Handshake.check(
            status: answer.status,
            headers: Array(answer.headers),
            key: key,
            protocols: protocols,
            offersCompression: compresses,
            sha1: { Digest.sha1($0) }
        )
        try parse(web.takeRest())
    }

    // MARK: Sending

    func send(_ type: String, _ payload: JSONValue = [:], msgId: String? = nil) {
        var message: JSONObject = [
            "type": .string(type), "sessionId": .string(session), "payload": payload,
        ]
        if let msgId { message["msgId"] = .string(msgId) }
        send(text: JSONValue.object(message).bytes)
    }

    func send(text: [UInt8]) { frame(.text, text) }

    func frame(_ opcode: Opcode, _ payload: [UInt8], fin: Bool = true) {
        wire.send(masked(opcode, payload, fin: fin))
    }

    /// A whole message, compressed (RFC 7692 §6.1: RSV1 is set).
    func sendCompressed(text: [UInt8]) {
        var payload: [UInt8] = []
        text.withUnsafeBytes { Deflater().append($0, windowBits: 15, to: &payload) }
        var bytes = masked(.text, payload, fin: true)
        bytes[0] |= 0x40
        wire.send(bytes)
    }

    private func masked(_ opcode: Opcode, _ payload: [UInt8], fin: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        let mask = UInt32.random(in: .min ... .max)
        payload.withUnsafeBytes {
            FrameWriter.append(opcode, $0, fin: fin, mask: mask, to: &bytes)
        }
        return bytes
    }

    func sendClose(_ code: UInt16?) {
        var bytes: [UInt8] = []
        FrameWriter.appendClose(
            code.map { CloseCode(rawValue: $0) },
            mask: UInt32.random(in: .min ... .max),
            to: &bytes
        )
        wire.send(bytes)
    }

    // MARK: Hearing

    func hear() async throws -> Heard {
        while heard.isEmpty {
            guard let bytes = try await wire.read() else { return .gone }
            try parse(bytes)
        }
        let next = heard.removeFirst()
        if case .message(let message) = next { follow(message) }
        return next
    }

    private func follow(_ message: Message) {
        log.append(message)
        #expect(Contract.tripto.problems(ofTold: message.json).isEmpty)
        switch message.type {
        case "STATE_SNAPSHOT": replica.apply(snapshot: message.payload)
        case "STATE_PATCH":
            let outcome = replica.apply(patch: message.payload)
            #expect(outcome == .applied)
        case _: break
        }
    }

    private func parse(_ bytes: [UInt8]) throws {
        bytesRead += bytes.count
        var bytes = bytes
        try bytes.withUnsafeMutableBytes { bytes in
            var input = bytes
            while let event = try reader.next(&input) {
                switch event {
                case .text(let payload):
                    payloadBytes += payload.count
                    heard.append(.message(try Message(Array(payload))))
                case .binary(let payload): heard.append(.binary(Array(payload)))
                case .ping(let payload): heard.append(.ping(Array(payload)))
                case .pong(let payload): heard.append(.pong(Array(payload)))
                case .close(let code, let reason):
                    let text = String(decoding: reason, as: UTF8.self)
                    heard.append(.close(code?.rawValue, text))
                }
            }
        }
    }
}
