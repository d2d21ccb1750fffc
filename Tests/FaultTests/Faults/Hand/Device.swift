import GatewayClient
import GatewayClientTransport
import LoadTest
import Protocol

/// One connection whose every message is said by hand, and whose answers are waited for. Answers
/// nothing by itself; the first to touch it should stay its only thread.
final class Device {
    private static let patienceMs: Int64 = 15_000

    private let socket: RawWebSocket
    private var replica = Replica()
    /// The code of the Close frame; nil while it has not come. 0: without a code, or cut off.
    private(set) var closeCode: UInt16?

    /// Upgrades, and says nothing.
    init(at target: Target, in session: String) throws(ClientFailure) {
        socket = try RawWebSocket(
            try RawSocket(to: target, from: "127.0.0.1"),
            to: target,
            session: session
        )
    }

    /// Takes a seat, and waits until it has it.
    convenience init(at target: Target, in table: Table, as seat: Table.Seat)
        throws(ClientFailure)
    {
        try self.init(at: target, in: table.session)
        greet(as: seat)
        _ = try hear("STATE_SNAPSHOT")
    }

    // MARK: Saying

    /// Says HELLO, and waits for nothing.
    func greet(as seat: Table.Seat) {
        let who = #""role":"\#(seat.role.rawValue)","authToken":"\#(seat.token)""#
        socket.say("HELLO", #"{\#(who),"clientVersion":"hand/1","deviceId":"hand"}"#)
    }

    /// - Returns: its idempotency key.
    @discardableResult
    func say(_ type: String, _ payload: JSONValue = .object([:])) -> String {
        let messageID = "hand-\(UInt64.random(in: 0 ... .max))"
        let message: JSONObject = [
            "type": .string(type), "msgId": .string(messageID), "payload": payload,
        ]
        socket.send(JSONValue.object(message).bytes)
        return messageID
    }

    // MARK: Hearing

    /// Passes over messages until one of `type` comes.
    ///
    /// - Parameter messageID: what it must be in reply to; nil: anything.
    /// - Returns: its payload.
    func hear(
        _ type: String,
        inReplyTo messageID: String? = nil,
        waitMs: Int64 = Device.patienceMs
    ) throws(ClientFailure) -> JSONValue {
        let endUs = Ticks.nowUs + waitMs * 1_000
        while case let restMs = (endUs - Ticks.nowUs) / 1_000, restMs > 0, closeCode == nil {
            guard let message = next(waitMs: Int32(restMs)) else { continue }
            let isReply = messageID == nil || message["inReplyTo"]?.string == messageID
            let name = message["type"]?.string
            if name == type, isReply { return message["payload"] ?? .null }
            if name == "ERROR", messageID != nil, isReply {
                throw .unexpected("\(message["payload"] ?? .null) while \(type) was awaited")
            }
        }
        if let closeCode { throw .unexpected("closed with \(closeCode), not told \(type)") }
        throw .tookTooLong(type)
    }

    /// One message, if one comes in time.
    private func next(waitMs: Int32) -> JSONValue? {
        switch socket.next(waitMs: waitMs) {
        case .message(let text):
            let message = try? JSONReader.read(Array(text.utf8))
            if let message { take(message) }
            return message
        case .closed(let code): closeCode = closeCode ?? code
        case .nothing: break
        }
        return nil
    }

    private func take(_ message: JSONValue) {
        let payload = message["payload"] ?? .null
        switch message["type"]?.string {
        case "STATE_SNAPSHOT": replica.apply(snapshot: payload)
        case "STATE_PATCH" where replica.version >= 0: _ = replica.apply(patch: payload)
        case _: break
        }
    }

    /// The document as it has heard it so far.
    var document: JSONValue { replica.document }
    var moment: String { Tripto.stage(of: document) }

    /// Takes in what comes until the document is as `isSo` says.
    @discardableResult
    func wait(
        waitMs: Int64 = Device.patienceMs,
        until isSo: (JSONValue) -> Bool
    ) throws(ClientFailure) -> JSONValue {
        let endUs = Ticks.nowUs + waitMs * 1_000
        while !isSo(document) {
            let restMs = (endUs - Ticks.nowUs) / 1_000
            guard closeCode == nil else { throw .unexpected("closed with \(closeCode ?? 0)") }
            guard restMs > 0 else { throw .tookTooLong("a change of \(moment)") }
            _ = next(waitMs: Int32(restMs))
        }
        return document
    }

    /// Takes in what has come, until the gateway closes or time is up.
    ///
    /// - Returns: whether it has closed.
    @discardableResult
    func awaitClose(waitMs: Int64) -> Bool {
        let endUs = Ticks.nowUs + waitMs * 1_000
        repeat {
            guard closeCode == nil else { return true }
            _ = next(waitMs: Int32(max(1, (endUs - Ticks.nowUs) / 1_000)))
        } while Ticks.nowUs < endUs
        return closeCode != nil
    }

    /// The whole document, asked for anew.
    func freshDocument() throws(ClientFailure) -> JSONValue {
        let messageID = say("RESUME_SESSION", .object(["deviceId": .string("hand")]))
        _ = try hear("WELCOME", inReplyTo: messageID)
        return try hear("STATE_SNAPSHOT")
    }

    // MARK: Leaving

    /// Leaves with FIN, without a word.
    func hangUp() { socket.socket.close() }

    /// Leaves with RST.
    func reset() { socket.socket.reset() }
}
