package import GatewayClient
import GatewayClientTransport
import HTTP
import WebSocket

/// A WebSocket whose frames are made by hand.
package final class RawWebSocket {
    package enum Heard {
        case message(String)
        /// With the code of the Close frame; 0: without one, or without a Close frame.
        case closed(UInt16)
        case nothing
    }

    /// Nobody is in the way who could be tricked by a foreseeable mask.
    private static let mask: UInt32 = 0x5A3C_96E1
    private static let upgradeMs: Int64 = 5_000

    package let socket: RawSocket
    private var reader = MessageReader(
        endpoint: .client,
        limits: MessageLimits(maxMessageBytes: 4 * 1024 * 1024)
    )
    private var waiting: [Heard] = []

    /// Upgrades.
    package init(_ socket: RawSocket, to target: Target, session: String, deflates: Bool = false)
        throws(ClientFailure)
    {
        self.socket = socket
        let head = Handshake.requestHead(
            host: target.origin.authority,
            path: "/v1/ws?session=\(session)",
            key: "dGhlIHNhbXBsZSBub25jZQ==",
            protocols: [Client.subprotocol],
            headers: deflates ? [("Sec-WebSocket-Extensions", "permessage-deflate")] : []
        )
        socket.send(head)
        let (response, rest) = try socket.receiveResponse(to: "the upgrade", waitMs: Self.upgradeMs)
        let status = response.status.rawValue
        guard status == 101 else { throw .unexpected("the upgrade gave \(status)") }
        hear(rest)
    }

    // MARK: Saying

    /// - Parameter isCompressed: sets the bit of permessage-deflate (RFC 7692 §6).
    static func frame(
        _ opcode: Opcode,
        _ payload: [UInt8] = [],
        fin: Bool = true,
        isCompressed: Bool = false
    ) -> [UInt8] {
        var frame: [UInt8] = []
        payload.withUnsafeBytes { FrameWriter.append(opcode, $0, fin: fin, mask: mask, to: &frame) }
        if isCompressed { frame[0] |= 0x40 }
        return frame
    }

    /// - Parameter payload: as JSON.
    static func message(_ type: String, _ payload: String = "{}") -> [UInt8] {
        frame(.text, Array(#"{"type":"\#(type)","payload":\#(payload)}"#.utf8))
    }

    static let askForSnapshot = message("RESUME_SESSION", #"{"deviceId":"abuse"}"#)

    package func send(_ text: [UInt8]) { socket.send(Self.frame(.text, text)) }

    package func say(_ type: String, _ payload: String = "{}") {
        socket.send(Self.message(type, payload))
    }

    func hello(_ role: String, token: String) {
        let name = #""role":"\#(role)","clientVersion":"abuse/1","deviceId":"abuse""#
        say("HELLO", #"{\#(name),"authToken":"\#(token)"}"#)
    }

    /// As the host, who pauses and goes on in turn; what is heard of it is thrown away.
    func changesGame(_ number: Int) {
        say(number.isMultiple(of: 2) ? "HOST_RESUME" : "HOST_PAUSE")
        drain()
    }

    // MARK: Hearing

    private func hear(_ bytes: [UInt8]) {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { bytes in
            var input = bytes
            do throws(WebSocket.Violation) {
                while let event = try reader.next(&input) {
                    switch event {
                    case .text(let text):
                        waiting.append(.message(String(decoding: text, as: UTF8.self)))
                    case .close(let code, _): waiting.append(.closed(code?.rawValue ?? 0))
                    case .binary, .ping, .pong: break
                    }
                }
            } catch { waiting.append(.closed(0)) }
        }
    }

    package func next(waitMs: Int32) -> Heard {
        let endUs = Ticks.nowUs + Int64(waitMs) * 1_000
        while waiting.isEmpty {
            switch socket.receive(waitMs: max(1, Int32((endUs - Ticks.nowUs) / 1_000))) {
            case .bytes(let bytes): hear(bytes)
            case .ended: return .closed(0)
            case .nothing: if Ticks.nowUs >= endUs { return .nothing }
            }
        }
        return waiting.removeFirst()
    }

    /// Passes over messages until one of `type` comes.
    func awaitMessage(_ type: String, waitMs: Int32 = 5_000) throws(ClientFailure) {
        while true {
            switch next(waitMs: waitMs) {
            case .message(let text): if text.contains(#""type":"\#(type)""#) { return }
            case .closed(let code):
                throw .unexpected("closed with \(code) while \(type) was awaited")
            case .nothing: throw .tookTooLong(type)
            }
        }
    }

    /// Passes over everything that has come.
    func drain() { while case .message = next(waitMs: 0) {} }

    /// Asks for the time, hears it, and leaves.
    func isServedStill() throws(ClientFailure) {
        say("TIME_PING", #"{"t0":1}"#)
        try awaitMessage("TIME_PONG")
        socket.close()
    }

    /// Passes over messages until the gateway closes.
    ///
    /// - Returns: the code, as in `Heard`; nil when it has not closed in time.
    func awaitClose(waitMs: Int64 = 3_000) -> UInt16? {
        let endUs = Ticks.nowUs + waitMs * 1_000
        while Ticks.nowUs < endUs {
            if case .closed(let code) = next(waitMs: 50) { return code }
        }
        return nil
    }
}
