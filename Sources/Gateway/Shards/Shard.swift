import Deflate
import Dispatch
import LiveStore
import Logging
import Protocol
import Rooms
import Synchronization
import Transport

/// One event loop and everything that lives on it: its connections, its rooms, its link to the store.
///
/// Confined to its loop.
final class Shard: @unchecked Sendable {
    let loop: EventLoop
    let live: any LiveStore
    let services: Services
    let shared: SharedLiveStore?
    let compressor = Compressor()
    let inflater = Inflater()
    private(set) lazy var registry = RoomRegistry(
        environment,
        games: services.games.map { $0.factory(self) }
    )
    private lazy var environment = ShardEnvironment(self)
    private(set) var watched = IdleSweep()
    var isDraining = false
    /// Calls under way whose connection lives here, or did, or whose session does.
    var callCount = 0
    var storeWatch = StoreWatch()
    /// Messages sent since the connections were looked after.
    var sentCount = 0
    /// The clients of `/conformance/broadcast`; they leave the list when they close.
    var broadcastListeners = ContiguousArray<Unmanaged<Connection>>()

    init(loop: EventLoop, store: OpenedLiveStore, services: Services) {
        self.loop = loop
        live = store.live
        shared = store.shared
        self.services = services
    }

    var connectionCount: Int { watched.count }

    /// True where no room is open. Blocks the calling thread, which must be no loop's, until the loop has looked; one
    /// that does not come to it is not idle.
    var isIdle: Bool {
        let found = Mutex(false)
        let looked = DispatchSemaphore(value: 0)
        loop.execute { [self] in
            let isIdle = !registry.rooms.contains { _ in true }
            found.withLock { $0 = isIdle }
            looked.signal()
        }
        _ = looked.wait(timeout: .now() + .milliseconds(Self.maxLookMs))
        return found.withLock { $0 }
    }

    private static let maxLookMs = 1_000

    /// The room of a session, opened where it is not open here.
    func room(_ session: SessionID, _ done: @escaping RoomRegistry.Completion) {
        loop.preconditionOnLoop()
        registry.room(session, done)
    }

    /// Runs `work` on the shard's loop, for a task on whatever loop.
    func run<Value>(_ work: (Shard) async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(loop) {
            callCount += 1
            defer { callCount -= 1 }
            return try await work(self)
        }
    }

    // MARK: Connections

    func add(_ member: any KeepAlive) {
        loop.preconditionOnLoop()
        watched.add(member)
    }

    /// - Returns: whether it was here.
    @discardableResult
    func remove(_ member: any KeepAlive) -> Bool {
        loop.preconditionOnLoop()
        return watched.remove(member)
    }

    func broadcast(_ frame: OutboundBytes) {
        for listener in broadcastListeners {
            listener._withUnsafeGuaranteedRef { $0.send(frame) }
        }
    }

    /// Looks after all connections once a second, on the second, as some rooms beat.
    func keepWatch() {
        let sinceSecond = loop.now.ms % SocketTimes.sweepMs
        _ = loop.schedule(at: loop.now + (SocketTimes.sweepMs - sinceSecond)) { [weak self] in
            guard let self else { return }
            watchStore()
            services.metrics.messagesSent(sentCount)
            sentCount = 0
            look(after: watched.members[...])
        }
    }

    /// A few acts in a turn: thousands that are turned out at once would keep everybody else waiting.
    private func look(after members: ArraySlice<any KeepAlive>) {
        let now = loop.now
        var rest = members
        var actsLeft = SocketTimes.maxSweptAtOnce
        while actsLeft > 0, let member = rest.popFirst() {
            // Some may have left since the first of them were looked after.
            if member.index >= 0, member.watch(at: now) { actsLeft -= 1 }
        }
        guard !rest.isEmpty else { return keepWatch() }
        _ = loop.schedule(at: loop.now + 1) { [weak self] in self?.look(after: rest) }
    }
}

/// Something of a shard that has to be looked after: an HTTP connection, a socket.
protocol KeepAlive: AnyObject {
    /// Its place in the list; -1 while it is in none.
    var index: Int { get set }

    /// Since when it has been a client's way to its session; nil: it is none.
    var sessionSince: ServerTime? { get }

    /// Called every second.
    ///
    /// - Returns: whether there was anything to do.
    func watch(at now: ServerTime) -> Bool

    /// The gateway goes away: ask the client to come back after a while.
    func askToReturn(retryAfterMs: Int)
}

extension KeepAlive {
    var sessionSince: ServerTime? { nil }
}

/// All that a shard looks after; adding and removing cost the same however many there are.
struct IdleSweep {
    private(set) var members: ContiguousArray<any KeepAlive> = []

    var count: Int { members.count }

    mutating func add(_ member: any KeepAlive) {
        member.index = members.count
        members.append(member)
    }

    /// - Returns: whether it was here.
    mutating func remove(_ member: any KeepAlive) -> Bool {
        guard member.index >= 0 else { return false }
        let last = members.removeLast()
        if last !== member {
            members[member.index] = last
            last.index = member.index
        }
        member.index = -1
        return true
    }
}
