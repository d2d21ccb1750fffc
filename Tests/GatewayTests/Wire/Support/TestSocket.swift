import GatewayClient
import Protocol

/// One message of the gateway.
struct Message: Sendable, CustomStringConvertible {
    let bytes: [UInt8]
    let type: String
    let json: JSONValue
    /// The document of its client that followed from it.
    let replica: Replica

    init(_ bytes: [UInt8], _ replica: Replica = Replica()) throws {
        self.bytes = bytes
        self.replica = replica
        json = try JSONReader.read(bytes)
        type = try json.text("type")
    }

    var payload: JSONValue { json["payload"] ?? .null }
    var version: Int64? { json["version"]?.int }
    var inReplyTo: String? { json["inReplyTo"]?.string }
    var description: String { type }
    /// Of an ERROR.
    var code: String? { payload["code"]?.string }
    var field: String? { payload["field"]?.string }
}

/// Things that can come out of a socket.
enum Heard: Sendable {
    case message(Message)
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(UInt16?, String)
    /// Something that the contract does not allow.
    case violation(String)
    /// The connection is gone; the last thing.
    case gone
}

/// A socket of a session, on which a test says things and waits for others.
protocol TestSocket: AnyObject {
    /// As of the last message that was read.
    var document: JSONValue { get }

    func send(_ type: String, _ payload: JSONValue, msgId: String?)

    /// The next thing that comes.
    func hear() async throws -> Heard
}

extension TestSocket {
    func hello(_ role: String, _ token: String?, msgId: String? = nil) {
        var payload: JSONObject = [
            "role": .string(role), "clientVersion": "1.0", "deviceId": "a device",
        ]
        if let token { payload["authToken"] = .string(token) }
        send("HELLO", .object(payload), msgId: msgId)
    }

    /// Sends a command that is refused, and waits for the ERROR that answers it.
    func refusal(_ type: String, _ payload: JSONValue = [:]) async throws -> Message {
        // A key of its own, also among other connections of the same seat.
        let id = "refused \(UInt64.random(in: .min ... .max))"
        send(type, payload, msgId: id)
        while true {
            let message = try await next()
            if message.inReplyTo == id { return message }
        }
    }

    /// The next message, which must be there.
    func next() async throws -> Message {
        while true {
            switch try await hear() {
            case .message(let message): return message
            case .ping: continue
            case let other:
                throw SocketClient.Unexpected(wanted: "a message", heard: "\(other)")
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
            throw SocketClient.Unexpected(wanted: type, heard: "\(passed), then \(error)")
        }
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
            let heard = "\(document.at("state") ?? nil), \(error)"
            throw SocketClient.Unexpected(wanted: state, heard: heard)
        }
    }

    /// Messages sent up to now, up to the TIME_PONG that answers a ping of now.
    func caughtUp() async throws -> [Message] {
        let t0 = JSONValue.int(Int64.random(in: -1_000_000_000 ... -1))
        send("TIME_PING", ["t0": t0], msgId: nil)
        var messages: [Message] = []
        while true {
            let message = try await next()
            if message.type == "TIME_PONG", message.payload["t0"] == t0 { return messages }
            messages.append(message)
        }
    }

    /// Waits for the end.
    ///
    /// - Returns: the close frame's code and reason; nil when the connection just went.
    func end() async throws -> (code: UInt16?, reason: String)? {
        while true {
            switch try await hear() {
            case .message, .ping, .pong, .binary, .violation: continue
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
