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
    /// How long a peer may take to answer our goodbye with its own.
    static let farewellMs = 2_000

    /// How far the connection has come; each may become any later one.
    enum Phase: UInt8 {
        case connecting, handshaking, open
        /// Nothing more is taken from either side; what is queued is being written.
        case flushing
        /// Everything is written and said; only the peer's end is awaited.
        case parting
        /// Out of use, though the handler may not have been told before the end of the turn.
        case closed
    }

    // What every delivery touches stands together, in two lines of the cache: a fan-out to thousands
    // waits for memory as much as it works.

    /// The loop, for the hot path: `loop` keeps it alive, so that this need not count references.
    private(set) var home: Unmanaged<EventLoop>
    /// The one behind it in the loop's list of the dirty; only within a turn.
    var nextDirty: Unmanaged<Connection>?
    var outbound = OutboundQueue()
    var tls: TLSSession?
    var socket: Int32
    var phase: Phase
    // What the loop has noted of it.
    var isDirty = false
    var isReady = false
    var isWatched = false
    // What the peer has come to.
    var isBlocked = false
    var isOverflowed = false
    var owesOverflow = false
    var peerHasEnded = false
    // What this side is asked for.
    var isPaused = false
    var isMoving = false
    var wantsDrained = false
    /// Kept bytes are to be offered again though nothing new has come.
    var offersKept = false
    /// When it has had enough time for what it is doing, by the loop's elapsed time; nil while there
    /// is nothing to wait for.
    var deadlineMs: Int64?
    /// Replies in the loop's buffer, in front of `outbound`; only within a turn.
    var replyStart = 0
    var replyCount = 0
    let limits: ConnectionLimits

    /// Where it lives; another one after `move`.
    public internal(set) var loop: EventLoop { didSet { home = Unmanaged.passUnretained(loop) } }
    public var handler: any ConnectionHandler
    var kept = KeptBytes()
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

    /// Whether three of four descriptors were taken when this connection got its own.
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

    /// What epoll reported.
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
