import Foundation
import OpenSSL
import Protocol
import Transport
import WebSocket

/// One client that is seated in a room and reads no more of what it hears than it must.
///
/// Confined to its crowd's loop.
final class Guest: ConnectionHandler {
    private enum Phase {
        case away
        case upgrading
        case greeting
        case seated
    }

    let role: Role
    let path: String
    private let token: String
    private let crowd: GuestCrowd
    private weak var connection: Connection?
    private var reader = Guest.newReader
    private var phase = Phase.away
    /// The newest message with a version, as it came.
    private var newest: [UInt8] = []
    private var isWaitingForDocument = false

    private static var newReader: MessageReader {
        MessageReader(endpoint: .client, limits: MessageLimits(maxMessageBytes: 1 << 20))
    }

    init(_ role: Role, token: String, path: String, crowd: GuestCrowd) {
        self.role = role
        self.token = token
        self.path = path
        self.crowd = crowd
    }

    func opened(_ connection: Connection) {
        self.connection = connection
        phase = .upgrading
        reader = Self.newReader
        let head = Handshake.requestHead(
            host: "\(crowd.address)",
            path: path,
            key: Handshake.key(nonce: SecureRandom.bytes(count: 16)),
            protocols: ["tripto.v1"],
            headers: []
        )
        connection.send(OutboundBytes(head))
    }

    /// Goes without a word, as one whose network is gone.
    func drop() {
        phase = .away
        connection?.abort()
    }

    func say(_ type: String, payload: String = "{}") {
        let text = Array(#"{"type":"\#(type)","payload":\#(payload)}"#.utf8)
        send(.text, text)
    }

    private func send(_ opcode: Opcode, _ payload: [UInt8]) {
        var frame: [UInt8] = []
        payload.withUnsafeBytes {
            FrameWriter.append(opcode, $0, mask: 0x1234_5678, to: &frame)
        }
        connection?.send(OutboundBytes(frame))
    }

    /// HELLO the first time, RESUME_SESSION with what it has seen after a drop.
    private func greet() {
        phase = .greeting
        isWaitingForDocument = true
        let who = #""authToken":"\#(token)","deviceId":"bench""#
        if let version {
            say("RESUME_SESSION", payload: #"{\#(who),"lastVersion":\#(version)}"#)
        } else {
            say(
                "HELLO",
                payload: #"{\#(who),"role":"\#(role.rawValue)","clientVersion":"bench/1"}"#
            )
        }
    }

    private var version: Int64? {
        struct Versioned: Decodable { var version: Int64 }
        return try? JSONDecoder().decode(Versioned.self, from: Data(newest)).version
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        switch phase {
        case .away: return bytes.count
        case .upgrading:
            guard bytes.count >= 4, bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return 0 }
            greet()
            return bytes.count
        case .greeting, .seated:
            var input = bytes
            do throws(Violation) {
                while let event = try reader.next(&input) { take(event) }
            } catch {
                fatalError("a frame against RFC 6455: \(error.reason)")
            }
            return bytes.count
        }
    }

    private func take(_ event: Event) {
        switch event {
        case .text(let message): take(message)
        case .ping(let payload): send(.pong, Array(payload))
        case .binary, .pong: break
        case .close(let code, let reason):
            let why = String(decoding: reason, as: UTF8.self)
            fatalError("\(role) was sent away: \(code.map { "\($0)" } ?? "") \(why)")
        }
    }

    private func take(_ message: UnsafeRawBufferPointer) {
        let isSnapshot = message.starts(with: #"{"type":"STATE_SNAPSHOT""#.utf8)
        guard isSnapshot || message.starts(with: #"{"type":"STATE_PATCH""#.utf8) else {
            crowd.heardOther()
            return
        }
        newest = Array(message)
        guard isWaitingForDocument else { return }
        isWaitingForDocument = false
        phase = .seated
        crowd.seated(bySnapshot: isSnapshot, byteCount: message.count)
    }

    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}

    func closed(_ connection: Connection, _ reason: CloseReason) {
        guard phase != .away, !crowd.hasLeft else { return }
        fatalError("\(role) was cut off: \(reason)")
    }
}
