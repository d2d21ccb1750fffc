import Timers
import Transport

/// Commands and their replies, in order, on one connection.
///
/// Takes commands from the start; they leave when the connection is open, those of one turn in one
/// write at its end.
final class RedisPipeline {
    let loop: EventLoop
    private let socket: RedisSocket
    private let limits: RedisLimits
    private var waiting = CompletionRing()
    /// The last of the waiting ones, whose commands have not been given to the system yet.
    private var unsentCount = 0
    private var turnNs: Int64 = 0
    private var isFlushDue = false
    private var watchdog: Deadline?
    private(set) var failure: RedisFailure?

    /// A reply that belongs to no command; without it such a reply ends the connection.
    var receivedUnasked: ((RedisReply) -> Void)?
    /// Once, after all that waited have been told.
    var ended: (RedisFailure) -> Void = { _ in }

    init(_ endpoint: Endpoint, loop: EventLoop, limits: RedisLimits) throws(RedisFailure) {
        self.loop = loop
        self.limits = limits
        socket = try RedisSocket(endpoint, loop: loop, limits: limits)
        socket.pipeline = self
    }

    deinit {
        socket.pipeline = nil
    }

    var inFlight: Int { waiting.count }

    func send(_ command: [RedisArgument], _ done: @escaping RedisCompletion) {
        if let refusal { return loop.afterTurn { done(.failure(.unavailable(refusal))) } }
        requestFlush()
        socket.output.append(command)
        waiting.append(CompletionRing.Entry(done: done, sentNs: turnNs))
        unsentCount += 1
        if watchdog == nil { armWatchdog(forMs: Int64(limits.replyMs)) }
    }

    /// For a command whose answers come to `receivedUnasked`. One that can't be sent ends the
    /// connection, as nobody would be told.
    func sendUnanswered(_ command: [RedisArgument]) {
        guard failure == nil else { return }
        guard socket.output.count < limits.maxBacklogBytes else { return end(.backlogFull) }
        requestFlush()
        socket.output.append(command)
    }

    /// Closes the connection; those who still wait for a reply are told at the end of the turn.
    func end(_ failure: RedisFailure) {
        guard self.failure == nil else { return }
        self.failure = failure
        socket.close()
        if let watchdog { loop.cancel(watchdog) }
        receivedUnasked = nil
        loop.afterTurn { [self] in
            let sentCount = waiting.count - unsentCount
            var told = 0
            while let entry = waiting.popFirst() {
                entry.done(.failure(told < sentCount ? .lost(failure) : .unavailable(failure)))
                told += 1
            }
            ended(failure)
        }
    }

    private var refusal: RedisFailure? {
        if let failure { return failure }
        if waiting.count >= limits.maxInFlight { return .tooManyInFlight }
        if socket.output.count >= limits.maxBacklogBytes { return .backlogFull }
        return nil
    }

    private func requestFlush() {
        guard !isFlushDue else { return }
        isFlushDue = true
        turnNs = EventLoop.monotonicNs
        loop.afterTurn { [self] in flush() }
    }

    private func flush() {
        isFlushDue = false
        guard socket.isOpen, failure == nil else { return }
        unsentCount = 0
        socket.flush()
    }

    // MARK: The socket's

    /// Connecting has succeeded.
    func opened() {
        flush()
    }

    func receive(_ reply: RedisReply) {
        if waiting.count > unsentCount, let entry = waiting.popFirst() {
            guard case .error(let text) = reply, let failure = ServerWords.failure(text) else {
                return entry.done(.success(reply))
            }
            end(failure)
            entry.done(.failure(.unavailable(failure)))
        } else if let receivedUnasked {
            receivedUnasked(reply)
        } else if case .error(let text) = reply {
            end(.refused(ServerWords.printable(text)))
        } else {
            end(.brokenProtocol("a reply that nobody asked for"))
        }
    }

    // MARK: The watchdog

    private func armWatchdog(forMs durationMs: Int64) {
        watchdog = loop.schedule(at: loop.now + durationMs) { [self] in look() }
    }

    private func look() {
        watchdog = nil
        guard let first = waiting.first else { return }
        let leftMs = Int64(limits.replyMs) - (EventLoop.monotonicNs - first.sentNs) / 1_000_000
        if leftMs > 0 {
            armWatchdog(forMs: leftMs)
        } else {
            end(socket.isOpen ? .silent : .connectTimedOut)
        }
    }
}

/// Completions that wait for a reply: replies come in the order of the commands.
struct CompletionRing {
    struct Entry {
        let done: RedisCompletion
        /// By the monotonic clock.
        let sentNs: Int64
    }

    private static let initialCapacity = 64

    /// Capacity is a power of two.
    private var entries = ContiguousArray<Entry?>(repeating: nil, count: initialCapacity)
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Entry? { entries[head] }

    mutating func append(_ entry: Entry) {
        if count == entries.count { grow() }
        entries[(head + count) & (entries.count - 1)] = entry
        count += 1
    }

    mutating func popFirst() -> Entry? {
        guard count > 0 else { return nil }
        let entry = entries[head].take()
        head = (head + 1) & (entries.count - 1)
        count -= 1
        return entry
    }

    private mutating func grow() {
        var larger = ContiguousArray<Entry?>()
        larger.reserveCapacity(entries.count * 2)
        larger.append(contentsOf: entries[head...])
        larger.append(contentsOf: entries[..<head])
        larger.append(contentsOf: repeatElement(nil, count: entries.count))
        entries = larger
        head = 0
    }
}
