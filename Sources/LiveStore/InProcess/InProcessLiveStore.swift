public import GameState
public import Protocol
public import Timers

/// A live store within this process, for one gateway alone: the facade one event loop has of the
/// shared `InProcessCore`.
///
/// States are kept as values and never encoded, and the outbox is the archive itself: a commit is
/// set and acknowledged when its entry is durable. What is kept here goes with the process and is
/// rebuilt from the archive; so nothing asks this store for due timers, and `Commit.deadlines` is
/// not kept.
///
/// Confined to its loop.
public final class InProcessLiveStore: LiveStore, @unchecked Sendable {
    /// Makes entries durable, in order per session; completes from anywhere.
    public typealias Outbox =
        @Sendable (
            [JournalEntry], @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
        ) -> Void

    /// Longest key or value of `put`, in UTF-8 bytes.
    public static let maxValueBytes = 4096

    private let core: InProcessCore
    private let scheduler: any Scheduler
    private let execute: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let outbox: Outbox
    private var commits = Tickets<CommitOutcome>()
    private var changes = Tickets<Void>()

    /// - Parameter execute: runs something on the loop, from any thread.
    public init(
        core: InProcessCore,
        scheduler: any Scheduler,
        execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        outbox: @escaping Outbox
    ) {
        self.core = core
        self.scheduler = scheduler
        self.execute = execute
        self.outbox = outbox
    }

    // MARK: State

    public func load(_ session: SessionID, _ done: @escaping Completion<StoredState?>) {
        let now = scheduler.now
        complete(.success(core.with { $0.stored(session, at: now) }), done)
    }

    public func commit(_ commit: Commit, _ done: @escaping Completion<CommitOutcome>) {
        let ticket = commits.keep(done)
        let change = InProcessChange.commit(commit, outbox) { [weak self] result in
            self?.onLoop { $0.complete(result, $0.commits.redeem(ticket)) }
        }
        core.take(change, of: commit.session, at: scheduler.now)
    }

    public func restore(
        _ session: SessionID,
        joinCode: String,
        _ state: StoredState,
        _ done: @escaping Completion<Void>
    ) {
        let settle = settling(changes.keep(done))
        core.take(.restore(state, joinCode: joinCode, settle), of: session, at: scheduler.now)
    }

    public func remove(_ session: SessionID, joinCode: String, _ done: @escaping Completion<Void>) {
        let settle = settling(changes.keep(done))
        core.take(.remove(joinCode: joinCode, settle), of: session, at: scheduler.now)
    }

    // MARK: Brake lock

    public func acquireBrakeLock(
        _ session: SessionID,
        owner: LockOwner,
        ttlMs: Int,
        _ done: @escaping Completion<Bool>
    ) {
        let now = scheduler.now
        let result: Result<Bool, LiveStoreError> = core.with { contents in
            guard contents.locks.value(session, at: now) == nil else { return .success(false) }
            let isKept = contents.locks.put(owner, session, ttlMs: ttlMs, at: now)
            return isKept ? .success(true) : .failure(.unavailable("too many brake locks"))
        }
        complete(result, done)
    }

    public func releaseBrakeLock(_ session: SessionID, owner: LockOwner) {
        let now = scheduler.now
        core.with { contents in
            guard contents.locks.value(session, at: now) == owner else { return }
            contents.locks.remove(session)
        }
    }

    // MARK: Join codes and small values

    public func claim(
        joinCode: String,
        for session: SessionID,
        _ done: @escaping Completion<Bool>
    ) {
        let now = scheduler.now
        complete(core.with { $0.claim(joinCode, for: session, at: now) }, done)
    }

    public func session(joinCode: String, _ done: @escaping Completion<SessionID?>) {
        let now = scheduler.now
        complete(.success(core.with { $0.session(joinCode: joinCode, at: now) }), done)
    }

    public func put(
        _ value: String,
        key: String,
        ttlMs: Int,
        _ done: @escaping Completion<Void>
    ) {
        precondition(
            value.utf8.count <= Self.maxValueBytes && key.utf8.count <= Self.maxValueBytes,
            "a small value of \(key.utf8.count) + \(value.utf8.count) bytes"
        )
        let now = scheduler.now
        let isKept = core.with { $0.values.put(value, key, ttlMs: ttlMs, at: now) }
        complete(isKept ? .success(()) : .failure(.unavailable("too many small values")), done)
    }

    public func get(key: String, _ done: @escaping Completion<String?>) {
        let now = scheduler.now
        complete(.success(core.with { $0.values.value(key, at: now) }), done)
    }

    // MARK: Presence

    public func renewPresence(
        _ connection: ConnectionID,
        of viewer: Viewer,
        in session: SessionID
    ) {
        let now = scheduler.now
        core.with { contents in
            let maxCount = contents.limits.maxConnectionsPerSession
            _ = contents.presences.change(
                session,
                ttlMs: Presence.ttlMs,
                at: now,
                initial: ExpiringTable(maxCount: maxCount),
                { _ = $0.put(viewer, connection, ttlMs: Presence.ttlMs, at: now) }
            )
        }
    }

    public func removePresence(_ connection: ConnectionID, in session: SessionID) {
        core.with { $0.removePresence(connection, in: session) }
    }

    public func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    ) {
        let now = scheduler.now
        let viewers = core.with { $0.presences.value(session, at: now)?.values(at: now) ?? [:] }
        complete(.success(viewers), done)
    }

    // MARK: Completions

    private func complete<Value>(
        _ result: Result<Value, LiveStoreError>,
        _ done: @escaping Completion<Value>
    ) {
        scheduler.afterTurn { done(result) }
    }

    private func settling(_ ticket: Tickets<Void>.Ticket) -> InProcessChange.Settle<Void> {
        { [weak self] result in
            self?.onLoop { $0.complete(result, $0.changes.redeem(ticket)) }
        }
    }

    private func onLoop(_ body: @escaping @Sendable (InProcessLiveStore) -> Void) {
        execute { [weak self] in
            if let self { body(self) }
        }
    }
}
