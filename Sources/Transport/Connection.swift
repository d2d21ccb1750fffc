import Glibc
import OpenSSL

/// One TCP connection, with or without TLS, confined to its loop.
///
/// Output waits until the end of the turn and goes out in one write; input comes in the loop's own
/// buffer. An idle connection holds no buffer at all.
public final class Connection: @unchecked Sendable {
    /// Input that a handler may leave lying for later.
    public static let maxKeptBytes = 64 * 1024
    /// Small pieces of output are written together up to this size.
    static let maxGatheredBytes = 64 * 1024
    /// Bytes written at one time, before others get their turn.
    static let maxWrittenBytes = 1024 * 1024
    /// Milliseconds that a peer may take to answer our goodbye with its own.
    static let farewellMs = 2_000

    /// Stages of a connection; each may become any later one.
    enum Phase: UInt8 {
        case connecting, handshaking, open
        /// Nothing more is taken from either side; what is queued is being written.
        case flushing
        /// Everything is written and said; only the peer's end is awaited.
        case parting
        /// Out of use, though the handler may not have been told before the end of the turn.
        case closed
    }

    // All that a delivery touches stands together, in two lines of the cache: a fan-out to thousands
    // waits for memory as much as it works.

    /// The loop, for the hot path: `loop` keeps it alive, so that this need not count references.
    private(set) var home: Unmanaged<EventLoop>
    /// The one behind it in the loop's list of the dirty; only within a turn.
    var nextDirty: Unmanaged<Connection>?
    var outbound = OutboundQueue()
    var tls: TLSSession?
    var socket: Int32
    var phase: Phase
    // Notes of the loop.
    var isDirty = false
    var isReady = false
    var isWatched = false
    // The peer's condition.
    var isBlocked = false
    var isOverflowed = false
    var owesOverflow = false
    var peerHasEnded = false
    // Wishes of this side.
    var isPaused = false
    var isMoving = false
    var wantsDrained = false
    /// Kept bytes are to be offered again though nothing new has come.
    var offersKept = false
    /// The time by which it has had enough for what it is doing, by the loop's elapsed time; nil while there
    /// is nothing to wait for.
    var deadlineMs: Int64?
    /// Replies in the loop's buffer, in front of `outbound`; only within a turn.
    var replyStart = 0
    var replyCount = 0
    let limits: ConnectionLimits

    /// Its home; another one after `move`.
    public internal(set) var loop: EventLoop { didSet { home = Unmanaged.passUnretained(loop) } }
    public var handler: any ConnectionHandler
    var kept = PendingOutput()
    /// The events asked of epoll at present.
    var interest: UInt32 = 0
    /// Its place in the loop's list.
    var index = -1
    public let peer: SocketAddress
    /// Stands for good once `phase` is past open.
    var closeReason = CloseReason.local

    init(
        socket: Int32,
        peer: SocketAddress,
        phase: Phase,
        limits: ConnectionLimits,
        loop: EventLoop,
        handler: any ConnectionHandler
    ) {
        self.socket = socket
        self.peer = peer
        self.phase = phase
        self.limits = limits
        self.loop = loop
        home = Unmanaged.passUnretained(loop)
        self.handler = handler
    }

    deinit {
        // Left open only when the loop it was moving to was shut down.
        if socket >= 0 { Glibc.close(socket) }
        kept.clear()
    }

    public var isTLS: Bool { tls != nil }

    /// True when three of four descriptors were taken as this connection got its own.
    public var cameWhenDescriptorsWereShort: Bool { Descriptors.areShort(after: socket) }

    /// Bytes that wait to be written.
    public var backlogBytes: Int {
        loop.preconditionOnLoop()
        return replyCount + outbound.byteCount
    }

    /// Stops giving input to the handler, and with it in the end the peer.
    public func pauseReading() {
        loop.preconditionOnLoop()
        isPaused = true
        updateInterest()
    }

    public func resumeReading() {
        loop.preconditionOnLoop()
        guard isPaused else { return }
        isPaused = false
        updateInterest()
        askToReadAgain()
    }

    /// Has `drained` called once, when everything queued is written.
    public func tellWhenDrained() {
        loop.preconditionOnLoop()
        wantsDrained = true
        markDirty()
    }

    // MARK: Events

    /// Called with what epoll reported.
    func happened(_ events: UInt32) {
        switch phase {
        case .closed: return
        case .connecting: finishConnecting()
        case .handshaking: continueHandshake()
        case .open, .flushing, .parting:
            if events & Interest.output != 0 { writeOn() }
            if events & ~Interest.output != 0 {
                read(
                    isEnding: events & Interest.ending != 0,
                    isBroken: events & Interest.broken != 0
                )
            }
        }
    }

    /// Asks epoll for what matters now.
    func updateInterest() {
        let wants = wantedInterest
        guard wants != interest, socket >= 0, index >= 0 else { return }
        interest = wants
        loop.epoll.modify(socket, wants, EventTag.connection(self))
    }

    var wantedInterest: UInt32 {
        let output = isBlocked || phase == .connecting ? Interest.output : 0
        let reads: Bool =
            switch phase {
            case .connecting, .closed: false
            case .handshaking: true
            case .open: !isPaused && !isMoving && !peerHasEnded
            case .flushing, .parting: !peerHasEnded
            }
        return output | (reads ? Interest.input : 0)
    }

    /// Has the loop look at this connection in the next turn without an event.
    func askToReadAgain() {
        if !kept.isEmpty { offersKept = true }
        guard offersKept || tls?.hasPending == true, !isReady else { return }
        isReady = true
        loop.ready.append(self)
        loop.requestTurn()
    }
}

extension Connection {
    /// TCP is there: goes on with TLS, if it is asked for.
    func established() {
        guard tls != nil else { return open() }
        phase = .handshaking
        if deadlineMs == nil { watch(forMs: limits.handshakeMs) }
        // A server's first step waits for the peer; a client's is its own.
        continueHandshake()
    }

    /// connect(2): "use getsockopt(2) to read the SO_ERROR option" once the socket is writable.
    func finishConnecting() {
        var code: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &count)
        guard code == 0 else { return scheduleClose(.failed(.system(errno: code))) }
        phase = .handshaking
        established()
    }

    func continueHandshake() {
        guard let tls else { return }
        isBlocked = false
        switch tls.handshake() {
        case .done:
            open()
            // At the end of the turn, if nothing is written that they may go with.
            if tls.isHolding { markDirty() }
            if phase == .open, !isPaused, !isMoving, tls.hasPending { readOn(isEnding: false) }
        case .wantRead:
            updateInterest()
        case .wantWrite:
            isBlocked = true
            updateInterest()
        case .closed:
            scheduleClose(.peer)
        case .failed(let error):
            part(.failed(.tls(error)))
        }
    }

    private func open() {
        phase = .open
        deadlineMs = nil
        updateInterest()
        if !outbound.isEmpty { markDirty() }
        handler.opened(self)
    }
}

/// A connection on its way to another loop at the end of this turn.
struct Move {
    let connection: Connection
    let target: EventLoop
    let then: @Sendable (Connection) -> Void
}

extension Connection {
    /// Leaves this loop at the end of the turn and goes on in another, where `then` is called first:
    /// the place to set another handler. Bytes that were not taken come after it to `received`.
    ///
    /// Until then nobody may use the connection any more. Should it close in this very turn, its
    /// handler is told so here and `then` is not called.
    public func move(to target: EventLoop, _ then: @escaping @Sendable (Connection) -> Void) {
        loop.preconditionOnLoop()
        guard phase == .open, !isMoving else { return }
        isMoving = true
        loop.moves.append(Move(connection: self, target: target, then: then))
        loop.requestTurn()
    }
}

extension EventLoop {
    func carryOutMoves() {
        for move in exchange(&moves, with: []) where move.connection.phase == .open {
            let connection = move.connection
            guard !connection.isDirty else {
                moves.append(move)
                continue
            }
            epoll.remove(connection.socket)
            forget(connection)
            watched.removeAll { $0 === connection }
            ready.removeAll { $0 === connection }
            connection.isWatched = false
            connection.isReady = false
            connection.deadlineMs = nil
            connection.loop = move.target
            move.target.execute { [target = move.target, then = move.then] in
                target.welcome(connection, then)
            }
        }
    }

    /// Takes over a connection that another loop has let go.
    private func welcome(_ connection: Connection, _ then: @Sendable (Connection) -> Void) {
        connection.isMoving = false
        adopt(connection)
        guard connection.phase == .open else { return }
        if connection.isBlocked { connection.watch(forMs: connection.limits.stallMs) }
        then(connection)
        if !connection.isPaused { connection.askToReadAgain() }
    }
}

extension Connection {
    /// Writes what is queued, for as long as the peer takes it, says goodbye and closes. Nothing more
    /// is received or queued from now on.
    public func close() {
        loop.preconditionOnLoop()
        switch phase {
        case .connecting, .handshaking: scheduleClose(.local)
        case .open:
            phase = .flushing
            closeReason = .local
            kept.clear()
            updateInterest()
            markDirty()
        case .flushing, .parting, .closed: return
        }
    }

    /// Closes at once; what is queued is lost.
    public func abort() {
        loop.preconditionOnLoop()
        scheduleClose(.local)
    }

    /// Takes the connection out of use; the socket is closed and the handler told at the end of the
    /// turn, so that nobody is surprised in the middle of something.
    func scheduleClose(_ reason: CloseReason) {
        guard phase != .closed else { return }
        phase = .closed
        closeReason = reason
        loop.doomed.append(self)
        loop.requestTurn()
    }

    /// Says that nothing more will come from here and waits, briefly, for the peer to say the same:
    /// closing with its bytes unread would reset the connection and could take our last words along
    /// (RFC 1122 §4.2.2.13).
    func part(_ reason: CloseReason) {
        closeReason = reason
        replyCount = 0
        outbound = OutboundQueue()
        // After a failure there is no farewell in TLS: OpenSSL has sent its alert (SSL_shutdown(3)).
        if phase == .flushing, let tls, case .wantWrite = tls.shutdown() { return block() }
        phase = .parting
        guard Glibc.shutdown(socket, Int32(SHUT_WR)) == 0, !peerHasEnded else {
            return scheduleClose(reason)
        }
        kept.clear()
        isBlocked = false
        updateInterest()
        watch(forMs: Self.farewellMs)
    }

    /// The end, after `scheduleClose`: called once, by the loop.
    func finish() {
        tls = nil
        if socket >= 0 {
            // A child that has not executed its program yet holds the socket as well, and keeps it in
            // the set (epoll(7), Q6).
            loop.epoll.remove(socket)
            Glibc.close(socket)
        }
        socket = -1
        kept.clear()
        outbound = OutboundQueue()
        deadlineMs = nil
        loop.forget(self)
        let last = handler
        // The handler may hold the connection; this ends the circle.
        handler = Nobody.instance
        last.closed(self, closeReason)
    }

    /// `deadlineMs` has passed.
    func expire() {
        switch phase {
        case .connecting, .handshaking: scheduleClose(.handshakeTimeout)
        case .open: scheduleClose(.stalled)
        // A peer that had its end said keeps its reason; one that took nothing has stalled.
        case .flushing: scheduleClose(isBlocked ? .stalled : closeReason)
        case .parting: scheduleClose(closeReason)
        case .closed: return
        }
    }
}

/// Handles a connection that is over.
final class Nobody: ConnectionHandler, Sendable {
    static let instance = Nobody()

    func opened(_ connection: Connection) {}
    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        bytes.count
    }
    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}
    func closed(_ connection: Connection, _ reason: CloseReason) {}
}
