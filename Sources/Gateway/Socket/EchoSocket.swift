import Protocol
import Transport
import WebSocket

/// The conformance endpoints: sends messages back, to the sender or to everyone on this endpoint.
///
/// There for test suites and benchmarks; off unless `--conformance-echo` asks for it.
final class EchoSocket: ConnectionHandler, KeepAlive {
    static let maxMessageBytes = 16 << 20

    private let shard: Shard
    private unowned let connection: Connection
    private let broadcasts: Bool
    private let compression: PerMessageDeflate?
    private var reader: MessageReader
    private var closing = CloseHandshake(endpoint: .server)
    private var closeStartedAt: ServerTime?
    var index = -1

    init(
        _ connection: Connection,
        shard: Shard,
        broadcasts: Bool,
        compression: PerMessageDeflate?
    ) {
        self.connection = connection
        self.shard = shard
        self.broadcasts = broadcasts
        self.compression = compression
        reader = MessageReader(
            endpoint: .server,
            limits: MessageLimits(maxMessageBytes: Self.maxMessageBytes, maxFragments: 1 << 20),
            inflater: compression == nil ? nil : shard.inflater
        )
        if broadcasts { shard.broadcastListeners.append(Unmanaged.passUnretained(connection)) }
    }

    func opened(_ connection: Connection) {}
    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}

    func closed(_ connection: Connection, _ reason: CloseReason) {
        shard.remove(self)
        if broadcasts {
            shard.broadcastListeners.removeAll {
                $0.toOpaque() == Unmanaged.passUnretained(connection).toOpaque()
            }
        }
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        var input = bytes
        do throws(Violation) {
            while let event = try reader.next(&input) { handle(event) }
        } catch {
            sendClose(error.closeCode)
            connection.close()
        }
        return bytes.count
    }

    private func handle(_ event: Event) {
        guard closing.mayReceive || event.isClose else { return }
        switch event {
        case .text(let payload): back(.text, payload)
        case .binary(let payload): back(.binary, payload)
        case .ping(let payload): reply(.pong, payload)
        case .pong: break
        case .close(let code, _):
            if closing.received() { sendClose(code) }
            connection.close()
        }
    }

    private func back(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer) {
        guard broadcasts else { return reply(opcode, payload) }
        let frame = OutboundBytes(
            byteCount: FrameWriter.headerBytes(payload: payload.count) + payload.count
        ) { room in
            guard let base = room.baseAddress else { return 0 }
            let header = FrameWriter.writeHeader(opcode, payload: payload.count, to: base)
            UnsafeMutableRawBufferPointer(rebasing: room[header...]).copyMemory(from: payload)
            return room.count
        }
        for shard in shard.services.directory.shards {
            if shard === self.shard {
                shard.broadcast(frame)
            } else {
                shard.loop.execute { shard.broadcast(frame) }
            }
        }
    }

    private func reply(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer) {
        if let compression, payload.count >= CompressedFrames.minPayloadBytes {
            var frame: [UInt8] = []
            FrameWriter.append(opcode, payload, to: &frame)
            connection.send(shard.compressor.compressed(OutboundBytes(frame), for: compression))
            return
        }
        connection.send(opcode, payload)
    }

    private func sendClose(_ code: CloseCode?) {
        guard closing.send() else { return }
        closeStartedAt = shard.loop.now
        var frame: [UInt8] = []
        FrameWriter.appendClose(code, reason: "", mask: nil, to: &frame)
        connection.send(OutboundBytes(frame, kind: .required))
    }

    func watch(at now: ServerTime) -> Bool {
        let closingMs = shard.services.configuration.times.closingMs
        guard let closeStartedAt, now - closeStartedAt > closingMs else { return false }
        connection.abort()
        return true
    }

    func askToReturn(retryAfterMs: Int) {
        sendClose(.goingAway)
    }
}
