import Contract
import Deflate
import HTTP
import OpenSSL
import Protocol
import Testing
import Transport
import WebSocket

/// A client of a session's WebSocket. It keeps the document as any client would: a snapshot, then
/// patches.
final class SocketClient {
    /// Things that can come out of a socket.
    enum Heard {
        case message(Message)
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        case close(UInt16?, String)
        /// The connection is gone; the last thing.
        case gone
    }

    /// A message that came where another was awaited.
    struct Unexpected: Error, CustomStringConvertible {
        let wanted: String
        let heard: String
        var description: String { "awaited \(wanted), heard \(heard)" }
    }

    let session: String
    let wire: Wire
    private var reader: MessageReader
    /// Of WebSocket frames, as they came.
    private(set) var bytesRead = 0
    private var rest: [UInt8] = []
    private var heard: [Heard] = []
    private var pingCount: Int64 = 0

    /// The name of its document, as WELCOME gives it.
    private var projection = ""
    var document: JSONValue = .null
    var version: Int64 = 0
    /// Every payload that was received, one behind the other.
    private(set) var received: [UInt8] = []
    /// Every message that was read, but the ten-second pulse of timers.
    var log: [Message] = []
    /// True when its game is the one that docs/api tells of.
    /// That of the session's game.
    var contract = Contract.tripto
    /// Asks for a snapshot after every patch, and holds it against what patches gave.
    var asksAnew = false
    private(set) var comparisons = 0
    private(set) var mismatches: [Int64] = []
    /// The subprotocol that the gateway chose.
    private(set) var subprotocol: String?

    private init(_ session: String, _ wire: Wire, compresses: Bool) {
        self.session = session
        self.wire = wire
        reader = MessageReader(
            endpoint: .client,
            limits: MessageLimits(maxMessageBytes: 1 << 20),
            inflater: compresses ? Inflater() : nil
        )
    }

    deinit { wire.abort() }

    /// Opens a WebSocket; says nothing yet.
    static func connect(
        _ address: SocketAddress,
        session: String,
        protocols: [String] = ["tripto.v1"],
        bearer: String? = nil,
        compresses: Bool = false,
        tls: TLSContext? = nil
    ) async throws -> SocketClient {
        let offer = ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")
        let key = Handshake.key(nonce: SecureRandom.bytes(count: 16))
        let head = Handshake.requestHead(
            host: "gateway.test",
            path: "/v1/ws?session=\(session)",
            key: key,
            protocols: protocols,
            headers: (bearer.map { [("Authorization", "Bearer \($0)")] } ?? [])
                + (compresses ? [offer] : [])
        )
        let client = SocketClient(session, Wire(address, tls: tls), compresses: compresses)
        client.wire.send(head)
        let response = try await client.responseHead()
        client.subprotocol = try Handshake.check(
            status: response.status.rawValue,
            headers: response.headers.map { (name: $0.name, value: $0.value) },
            key: key,
            protocols: protocols,
            offersCompression: compresses,
            sha1: { Digest.sha1($0) }
        )
        return client
    }

    private func responseHead() async throws -> Response {
        var parser = ResponseParser()
        while let bytes = try await wire.read() {
            rest = bytes
            let (response, taken) = try rest.withUnsafeMutableBytes { bytes in
                var input = bytes
                let response = try parser.next(&input)
                return (response, bytes.count - input.count)
            }
            rest.removeFirst(taken)
            if let response { return response }
        }
        throw Unexpected(wanted: "an answer to the upgrade", heard: "nothing")
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

    /// The next thing that comes.
    func hear() async throws -> Heard {
        while heard.isEmpty {
            try parse()
            if !heard.isEmpty { break }
            guard let bytes = try await wire.read() else {
                heard.append(.gone)
                break
            }
            rest = bytes
        }
        let next = heard.removeFirst()
        if case .message(let message) = next { try follow(message) }
        return next
    }

    private func parse() throws {
        guard !rest.isEmpty else { return }
        bytesRead += rest.count
        try rest.withUnsafeMutableBytes { bytes in
            var input = bytes
            while let event = try reader.next(&input) {
                switch event {
                case .text(let payload):
                    received += payload
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
        rest = []
    }

    /// Keeps the document as protocol §3.2 asks.
    private func follow(_ message: Message) throws {
        if message.payload["phase"] != "sync" { log.append(message) }
        hold(contract.problems(ofTold: message.json))
        switch message.type {
        case "WELCOME":
            projection = try message.payload.text("projection")
        case "STATE_SNAPSHOT":
            let newVersion = try message.payload.int("version")
            if newVersion == version {
                comparisons += 1
                if message.payload.withoutVersion != document.withoutVersion {
                    mismatches.append(version)
                }
            }
            document = message.payload
            version = newVersion
        case "STATE_PATCH":
            let patch = try Patch(message.payload)
            guard patch.baseVersion <= version, version < patch.version else {
                throw Unexpected(
                    wanted: "a patch for \(version)",
                    heard: "\(patch.baseVersion) → \(patch.version)"
                )
            }
            document = try patch.applied(to: document)
            version = patch.version
            holdDocument()
            if asksAnew { send("RESUME_SESSION") }
        case _: break
        }
    }

    private func holdDocument() {
        guard var whole = document.object else { return }
        whole["version"] = .int(version)
        hold(contract.problems(ofDocument: .object(whole), projection: projection))
    }

    /// Words of a gateway must stand in docs/api.
    private func hold(_ problems: [String]) {
        #expect(problems.isEmpty)
    }

    /// The next message, which must be there.
    func next() async throws -> Message {
        while true {
            switch try await hear() {
            case .message(let message): return message
            case .ping: continue
            case let other: throw Unexpected(wanted: "a message", heard: "\(other)")
            }
        }
    }

    /// The next message of a type; others are passed over.
    @discardableResult
    func next(_ type: String) async throws -> Message {
        var passed: [String] = []
        do {
            while true {
                let message = try await next()
                if message.type == type { return message }
                passed.append(message.type)
            }
        } catch {
            throw Unexpected(wanted: type, heard: "\(passed), then \(error)")
        }
    }

    /// Messages up to one of a type, which comes last.
    func messages(upTo type: String) async throws -> [Message] {
        var messages: [Message] = []
        while messages.last?.type != type { messages.append(try await next()) }
        return messages
    }

    /// Reads on until the document is as wanted.
    @discardableResult
    func until(_ isDone: (JSONValue) throws -> Bool) async throws -> JSONValue {
        while try !isDone(document) { _ = try await next() }
        return document
    }

    func until(state: String) async throws {
        do {
            try await until { $0["state"]?.string == state }
        } catch {
            throw Unexpected(wanted: state, heard: "\(document.at("state") ?? nil), \(error)")
        }
    }

    /// Messages sent up to now, up to the TIME_PONG that answers a ping of now.
    func caughtUp() async throws -> [Message] {
        pingCount -= 1
        send("TIME_PING", ["t0": .int(pingCount)])
        var messages: [Message] = []
        while true {
            let message = try await next()
            if message.type == "TIME_PONG", message.payload["t0"] == .int(pingCount) {
                return messages
            }
            messages.append(message)
        }
    }

    /// Waits for the end.
    ///
    /// - Returns: the close frame's code and reason; nil when the connection just went.
    func end() async throws -> (code: UInt16?, reason: String)? {
        while true {
            switch try await hear() {
            case .message, .ping, .pong, .binary: continue
            case .close(let code, let reason): return (code, reason)
            case .gone: return nil
            }
        }
    }

    /// Waits until the connection is gone.
    func untilGone() async throws {
        while true {
            if case .gone = try await hear() { return }
        }
    }
}
