import CLinux
public import Dispatch
import Glibc
public import Timers

/// One serial queue and the sockets that live on it.
///
/// A private epoll set holds all sockets, one Dispatch source on the set's descriptor wakes the
/// queue, and what is ready is handled in *turns*: read, run what is due, then write once per
/// connection. Everything but `execute`, `shutdown` and `isOnLoop` is called on the queue; an event
/// loop lives until its `shutdown`.
public final class EventLoop: Scheduler, @unchecked Sendable {
    /// Bytes read at one time, and the most that one socket may send before others get their turn.
    static let maxInputBytes = 256 * 1024
    /// Small replies of one turn that need no memory of their own.
    static let maxReplyBytes = 256 * 1024

    public let queue: DispatchQueue
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    let epoll = EpollSet()
    let inbox = Inbox()
    let jobs = JobQueue()
    var source: (any DispatchSourceRead)?
    var wakeUp = WakeUp()
    var clock = LoopClock()
    var isInTurn = false
    /// The thread that turns the loop at present; 0 between two wake-ups. No other thread can find
    /// itself here: its own id is written only by itself.
    var turnThread: pthread_t = 0
    var isShut = false

    var timers = DeadlineQueue<() -> Void>()
    var turnEndActions: [() -> Void] = []

    /// All that live on this loop; the place that keeps them alive.
    var connections: ContiguousArray<Connection> = []
    var acceptors: [Acceptor] = []
    var watches: ContiguousArray<DescriptorSource> = []
    /// Out of use; kept until the end of the turn, as one of its events may hold the address.
    var cancelledWatches: ContiguousArray<DescriptorSource> = []
    /// With something to write at the end of this turn.
    var dirty = DirtyList()
    /// With input that epoll will not announce, because it has been read already.
    var ready: ContiguousArray<Connection> = []
    /// To be closed at the end of this turn.
    var doomed: ContiguousArray<Connection> = []
    var moves: [Move] = []
    /// With a deadline of their own, looked through by the sweep.
    var watched: ContiguousArray<Connection> = []
    var sweep: (deadline: Deadline, time: ServerTime)?

    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: maxInputBytes, alignment: 64)
    let replies = UnsafeMutableRawBufferPointer.allocate(byteCount: maxReplyBytes, alignment: 64)
    var repliesCount = 0
    let gathered = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Connection.maxGatheredBytes,
        alignment: 64
    )

    /// - Parameter label: the queue's name, as a debugger shows it.
    public init(label: String) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
        let watching =
            epoll.add(inbox.descriptor, EPOLLIN.rawValue, EventTag.inbox)
            && epoll.add(wakeUp.descriptor, EPOLLIN.rawValue, EventTag.wakeUp)
        precondition(watching, "epoll_ctl: errno \(errno)")
        let source = DispatchSource.makeReadSource(fileDescriptor: epoll.descriptor, queue: queue)
        // The source keeps the loop alive until `shutdown`.
        source.setEventHandler { self.stayAwake() }
        source.setCancelHandler { self.epoll.close() }
        self.source = source
        source.activate()
    }

    deinit {
        close(wakeUp.descriptor)
        input.deallocate()
        replies.deallocate()
        gathered.deallocate()
    }

    // MARK: Doors

    /// Runs `work` on the loop, from any thread; on the loop itself at the end of the turn. After
    /// `shutdown` nothing runs any more.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        if isOnLoop { afterTurn(work) } else { inbox.put(work) }
    }

    public var isOnLoop: Bool {
        DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
    }

    /// Traps when called from anywhere but the loop. Within a turn that is seen from the thread, which
    /// is far cheaper than asking Dispatch; every queued byte asks.
    @inline(__always)
    public func preconditionOnLoop() {
        if turnThread == pthread_self() { return }
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// The time of this turn.
    public var now: ServerTime {
        preconditionOnLoop()
        if !isInTurn { clock.refresh() }
        return clock.now
    }

    public func schedule(at time: ServerTime, _ action: @escaping () -> Void) -> Deadline {
        preconditionOnLoop()
        requestTurn()
        return timers.insert(action, at: time)
    }

    public func cancel(_ deadline: Deadline) {
        preconditionOnLoop()
        timers.cancel(deadline)
    }

    public func afterTurn(_ action: @escaping () -> Void) {
        preconditionOnLoop()
        turnEndActions.append(action)
        requestTurn()
    }

    /// Connections that live here, those still opening or closing included.
    public var connectionCount: Int {
        preconditionOnLoop()
        return connections.count
    }

    /// Aborts all connections, closes what listens here, cancels what is watched and ends the loop. From any thread; done
    /// soon after.
    public func shutdown() {
        execute {
            guard !self.isShut else { return }
            self.isShut = true
            for acceptor in self.acceptors { acceptor.close() }
            self.acceptors = []
            for connection in self.connections { connection.scheduleClose(.local) }
            for watch in self.watches { watch.cancel() }
        }
    }
}

/// Puts `new` in place of `old`, which is returned.
func exchange<Value>(_ old: inout Value, with new: Value) -> Value {
    defer { old = new }
    return old
}

extension EventLoop {
    /// The system's monotonic clock in ns (CLOCK_MONOTONIC, clock_gettime(2)): for durations.
    public static var monotonicNs: Int64 { LoopClock.monotonicNs }

    /// Brings the loop's clock into agreement with others: the time was `timeUs`, in µs since 1970,
    /// when `monotonicNs` was what it was.
    ///
    /// The first time, and if nothing has lived or listened here yet, the clock is stepped, and what
    /// is scheduled stays as far away as it was. After that it is slewed, 1 ms in 200 ms, never back.
    ///
    /// - Returns: by how many ms the clock is still behind; negative when it is ahead.
    @discardableResult
    public func adjustClock(toUs timeUs: Int64, atNs monotonicNs: Int64) -> Int64 {
        preconditionOnLoop()
        precondition(timeUs.magnitude <= ServerTime.maxMs.magnitude * 1_000, "time \(timeUs) µs")
        if !isInTurn { clock.refresh() }
        let steppedMs = clock.agree(onUs: timeUs, atNs: monotonicNs)
        if steppedMs != 0 { timers.shift(byMs: steppedMs) }
        return clock.behindMs
    }
}
