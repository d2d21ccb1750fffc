import GameState
import OpenSSL
import Protocol
import Rooms
import Timers
import Transport
import WebSocket

/// A client's WebSocket: greeting first, then a seat in its room.
///
/// Confined to the loop of its session's shard.
final class Socket: ConnectionHandler {
    enum Phase {
        /// HELLO or RESUME_SESSION is awaited; the upgrade may have brought a token already.
        case greeting(token: String?)
        /// The room is being opened.
        case entering
        /// The room asks whether the client may sit down.
        case admitted(Seat, any AnyRoom)
        case seated(Seat, any AnyRoom)
        case gone
    }

    let shard: Shard
    unowned let connection: Connection
    /// Once there is a seat, the room's own: a name of this length takes memory.
    var session: SessionID
    let id = RandomNames.connection()
    var phase: Phase
    var closing = CloseHandshake(endpoint: .server)
    private var reader: MessageReader
    /// Compression of the messages sent here, if it was negotiated.
    private var compression: PerMessageDeflate?
    private var bucket = TokenBucket.messages
    /// Cost of the documents that the client asks for while it is seated.
    var documents = TokenBucket.documents
    /// Its place in the shard's list.
    var index = -1
    let openedAt: ServerTime
    private(set) var heardAt: ServerTime
    var pingedAt: ServerTime
    /// Time at which our Close frame went out; the other end's answer is not awaited for ever.
    private(set) var closeStartedAt: ServerTime?
    /// Patches were dropped: a snapshot is owed when the queue is empty.
    private var owesSnapshot = false
    /// Runs when everything is written.
    private var writtenAction: (() -> Void)?

    init(
        _ connection: Connection,
        shard: Shard,
        session: SessionID,
        token: String?,
        compression: PerMessageDeflate? = nil
    ) {
        self.connection = connection
        self.shard = shard
        self.session = session
        self.compression = compression
        phase = .greeting(token: token)
        let now = shard.loop.now
        openedAt = now
        heardAt = now
        pingedAt = now
        shard.services.metrics.socketOpened()
        reader = MessageReader(
            endpoint: .server,
            limits: MessageLimits(maxMessageBytes: shard.services.configuration.maxMessageBytes),
            inflater: compression == nil ? nil : shard.inflater
        )
    }

    var now: ServerTime { shard.loop.now }

    func opened(_ connection: Connection) {}

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        heardAt = now
        var input = bytes
        do throws(Violation) {
            while !isEntering, let event = try reader.next(&input) { handle(event) }
        } catch {
            shard.services.metrics.violation(error)
            sendClose(error.closeCode, reason: "\(error.reason)")
            _ = closing.abandon()
            connection.close()
            return bytes.count
        }
        return isEntering ? bytes.count - input.count : bytes.count
    }

    var isEntering: Bool {
        switch phase {
        case .entering, .admitted: true
        case .greeting, .seated, .gone: false
        }
    }

    func overflowed(_ connection: Connection) {
        owesSnapshot = true
        shard.services.metrics.overflowed()
        connection.tellWhenDrained()
    }

    func drained(_ connection: Connection) {
        writtenAction.take()?()
        guard owesSnapshot else { return }
        owesSnapshot = false
        guard case .seated(let seat, let room) = phase else { return }
        room.refresh(seat)
    }

    func closed(_ connection: Connection, _ reason: CloseReason) {
        leaveSeat()
        // The connection goes, and nobody who still holds this socket may write to it.
        _ = closing.abandon()
        guard shard.remove(self) else { return }
        shard.services.metrics.socketClosed()
        shard.services.metrics.ended(reason)
    }

    func sit(on seat: Seat, in room: any AnyRoom) {
        phase = .seated(seat, room)
        shard.services.metrics.seatTaken(by: seat.viewer.role)
        connection.resumeReading()
    }

    func leaveSeat() {
        switch phase {
        case .admitted(let seat, let room):
            room.vacate(seat)
        case .seated(let seat, let room):
            room.vacate(seat)
            shard.services.metrics.seatLeft(by: seat.viewer.role)
        case .greeting, .entering, .gone:
            break
        }
        phase = .gone
        writtenAction = nil
    }

    private func handle(_ event: Event) {
        // After our Close frame only theirs still matters.
        guard closing.mayReceive || event.isClose else { return }
        guard isWithinLimit(event) else { return }
        switch event {
        case .text(let bytes): message(bytes)
        case .binary: refuse(WireError(.badMessage, "binary frames are not supported"))
        case .ping(let payload): pong(payload)
        case .pong: break
        case .close(let code, _): answerClose(code)
        }
    }

    /// Frames that ask for an answer count, a ping as much as a message.
    private func isWithinLimit(_ event: Event) -> Bool {
        switch event {
        case .pong, .close: return true
        case .text, .binary, .ping:
            if bucket.take(at: now) { return true }
            refuse(WireError(.rateLimited, "too many messages"))
            close(CloseCode(for: .rateLimited), reason: ErrorCode.rateLimited.rawValue)
            return false
        }
    }

    func send(_ frames: Frames) {
        guard compression == nil else {
            return send(frames.outbound(.required))
        }
        guard closing.maySend else { return }
        shard.sentCount += frames.count
        connection.send(byteCount: frames.bytes.count) { $0.copyBytes(from: frames.bytes) }
    }

    /// Tells the client the fault of a message; the connection goes on.
    func refuse(_ error: WireError, inReplyTo messageID: String? = nil) {
        shard.services.metrics.refused(error.code)
        var frames = Frames(session: session, now: now)
        frames.message("ERROR", inReplyTo: messageID) { error.write(to: &$0) }
        send(frames)
    }

    private func pong(_ payload: UnsafeRawBufferPointer) {
        guard closing.maySend else { return }
        connection.send(.pong, payload)
    }

    private func answerClose(_ code: CloseCode?) {
        leaveSeat()
        if closing.received() { sendClose(code, reason: "") }
        if closing.connection == .close { connection.close() }
    }

    func sendClose(_ code: CloseCode?, reason: String) {
        guard closing.send() else { return }
        closeStartedAt = now
        var frame: [UInt8] = []
        FrameWriter.appendClose(code, reason: reason, mask: nil, to: &frame)
        connection.send(OutboundBytes(frame, kind: .required))
    }
}

extension Socket: FrameSink {
    /// The room has said yes, later than it was asked.
    func sitDown() {
        guard case .admitted(let seat, let room) = phase else { return }
        sit(on: seat, in: room)
    }

    var isDeserted: Bool { connection.peerHasLeft }

    /// A proxy's way is not the client's.
    var roundTripUs: Int64? {
        let proxies = shard.services.configuration.trustedProxies
        guard !proxies.isEmpty, let peer = IPAddress(connection.peer.ip) else {
            return RoundTrip.leastUs(of: connection)
        }
        return proxies.contains { $0.contains(peer) } ? nil : RoundTrip.leastUs(of: connection)
    }

    func send(_ frames: OutboundBytes) {
        guard closing.maySend else { return }
        shard.sentCount += frames.messageCount
        if let compression {
            connection.send(shard.compressor.compressed(frames, for: compression))
        } else {
            connection.send(frames)
        }
    }

    func flush() { connection.flushNow() }

    func whenWritten(_ action: @escaping () -> Void) {
        writtenAction = action
        connection.tellWhenDrained()
    }

    /// The host's documents hold the secret beside texts that players choose: the size of such a message,
    /// compressed, would reveal it to anybody who sees that (CRIME). So these are sent uncompressed.
    func hideLengths(of viewer: Viewer) {
        if viewer == .host { compression = nil }
    }

    func close(_ code: CloseCode, reason: String) {
        let wasEntering = isEntering
        leaveSeat()
        sendClose(code, reason: reason)
        // Their answer is read, however early they were turned away.
        if wasEntering { connection.resumeReading() }
    }
}

extension Event {
    var isClose: Bool {
        if case .close = self { true } else { false }
    }
}

extension Socket: KeepAlive {
    var sessionSince: ServerTime? { openedAt }

    /// Pings a silent client, and closes one that stays silent or never greeted.
    func watch(at now: ServerTime) -> Bool {
        let times = shard.services.configuration.times
        if let closeStartedAt {
            guard now - closeStartedAt > times.closingMs else { return false }
            connection.abort()
        } else if case .greeting = phase, now - openedAt > times.greetingMs {
            turnAway(WireError(.unauthorized, "no HELLO in time"))
        } else if now - heardAt > times.silenceMs {
            shard.services.metrics.silenced()
            connection.abort()
        } else if now - max(heardAt, pingedAt) >= times.pingMs {
            pingedAt = now
            connection.send(Socket.ping)
        } else {
            return false
        }
        return true
    }

    /// Pings carry nothing, so all sockets share one.
    private static let ping = OutboundBytes([0x89, 0x00], kind: .required)

    func askToReturn(retryAfterMs: Int) {
        refuse(.goingAway)
        close(.goingAway, reason: "retry_after_ms=\(retryAfterMs)")
    }
}

extension Connection {
    /// Queues one frame for this client alone.
    func send(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer) {
        let header = FrameWriter.headerBytes(payload: payload.count)
        send(byteCount: header + payload.count) { room in
            guard let start = room.baseAddress else { return }
            FrameWriter.writeHeader(opcode, payload: payload.count, to: start)
            UnsafeMutableRawBufferPointer(rebasing: room[header...]).copyMemory(from: payload)
        }
    }
}
