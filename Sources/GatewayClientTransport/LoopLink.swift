import GatewayClient
import HTTP
import OpenSSL
import Transport
import WebSocket

/// A WebSocket over one connection of the loop.
final class LoopLink: ClientLink, ConnectionHandler {
    /// An upgrade under way.
    private struct Upgrade {
        let key: String
        var parser = ResponseParser()
    }

    private static let limits = MessageLimits(maxMessageBytes: 4 * 1024 * 1024)

    private let request: SocketRequest
    private let gateway: LoopTransport.Gateway
    private let transport: LoopTransport
    /// The client, until it is told that the link has ended.
    private var handler: (any ClientLinkHandler)?
    /// Set by the transport as soon as there is one.
    var connection: Connection?
    private var reader = MessageReader(endpoint: .client, limits: LoopLink.limits)
    private var upgrade: Upgrade?
    /// The reason for the end, where it is known before the connection is gone.
    private var end: ClientEnd?

    init(
        _ request: SocketRequest,
        _ gateway: LoopTransport.Gateway,
        _ transport: LoopTransport,
        _ handler: any ClientLinkHandler
    ) {
        self.request = request
        self.gateway = gateway
        self.transport = transport
        self.handler = handler
    }

    // MARK: The connection

    func opened(_ connection: Connection) {
        let key = Handshake.key(nonce: SecureRandom.bytes(count: 16))
        upgrade = Upgrade(key: key)
        let head = Handshake.requestHead(
            host: gateway.authority,
            path: request.path,
            key: key,
            protocols: request.protocols,
            headers: request.bearer.map { [("Authorization", "Bearer \($0)")] } ?? []
        )
        transport.traffic.bytesOut += head.count
        connection.send(OutboundBytes(head))
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        transport.traffic.bytesIn += bytes.count
        var input = bytes
        guard upgrade == nil || finishUpgrade(&input, connection) else { return bytes.count }
        do throws(WebSocket.Violation) {
            while let event = try reader.next(&input) { handle(event) }
        } catch {
            handler?.violated("a frame against RFC 6455: \(error.reason)")
            end = .failed("\(error.reason)")
            connection.abort()
        }
        return bytes.count
    }

    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}

    func closed(_ connection: Connection, _ reason: CloseReason) {
        let end = end ?? .failed(reason == .peer ? "the connection was lost" : "\(reason)")
        self.connection = nil
        let handler = handler
        self.handler = nil
        handler?.ended(end)
    }

    /// - Returns: true when WebSocket begins.
    private func finishUpgrade(
        _ input: inout UnsafeMutableRawBufferPointer,
        _ connection: Connection
    ) -> Bool {
        guard let key = upgrade?.key else { return true }
        do {
            guard let response = try upgrade?.parser.next(&input) else { return false }
            try Handshake.check(
                status: response.status.rawValue,
                headers: Array(response.headers),
                key: key,
                protocols: [request.protocols[0]],
                sha1: Digest.sha1
            )
            upgrade = nil
            handler?.opened()
            return true
        } catch {
            if case Handshake.ResponseRefusal.subprotocolNotOffered = error {
                handler?.violated("another subprotocol than \(request.protocols[0]) was chosen")
            }
            end = .failed("the upgrade failed: \(error)")
            connection.abort()
            return false
        }
    }

    private func handle(_ event: Event) {
        switch event {
        case .text(let bytes): handler?.received(bytes)
        case .binary: handler?.violated("a binary frame")
        case .ping(let payload): sendFrame(.pong, Array(payload))
        case .pong: break
        case .close(let code, let reason):
            end = .closed(
                code: code?.rawValue,
                reason: String(decoding: reason, as: UTF8.self)
            )
            close()
        }
    }

    // MARK: The client's side

    func send(_ text: [UInt8]) {
        sendFrame(.text, text)
    }

    func close() {
        guard let connection else { return }
        var frame: [UInt8] = []
        FrameWriter.appendClose(.normal, mask: transport.nextMask(), to: &frame)
        connection.send(OutboundBytes(frame))
        connection.close()
    }

    func abort() {
        connection?.abort()
    }

    func pauseReading() {
        connection?.pauseReading()
    }

    private func sendFrame(_ opcode: Opcode, _ payload: [UInt8]) {
        guard let connection else { return }
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + FrameWriter.maxHeaderBytes)
        payload.withUnsafeBytes {
            FrameWriter.append(opcode, $0, mask: transport.nextMask(), to: &frame)
        }
        transport.traffic.bytesOut += frame.count
        frame.withUnsafeBytes { connection.send(copying: $0) }
    }
}
