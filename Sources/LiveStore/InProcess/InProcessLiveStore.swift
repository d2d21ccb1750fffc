public import GameState
public import Protocol
public import Timers

/// A live store within this process, for one gateway alone: the facade one event loop has of the shared
/// `InProcessCore`.
///
/// States are kept as values, and encoded only where one is put away. The outbox is the archive itself: a
/// commit is set and acknowledged when its entry is durable. All of this goes with the process and is
/// rebuilt from the archive; so timers are not kept, and none is ever left to be picked up.
///
/// Confined to its loop.
public final class InProcessLiveStore: LiveStore, @unchecked Sendable {
    /// Makes entries durable, in order per session; completes from anywhere.
    public typealias Outbox =
        @Sendable (
            [JournalEntry], @escaping @Sendable (Result<Void, LiveStoreError>) -> Void
        ) -> Void

    private let core: InProcessCore
    private let scheduler: any Scheduler
    private let execute: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let outbox: Outbox
    private var loads = PendingCompletions<LoadResult>()
    private var commits = PendingCompletions<CommitOutcome>()
    private var restorations = PendingCompletions<LoadResult>()
    private var removals = PendingCompletions<Void>()
    private var bids = PendingCompletions<SeatBid>()
    private var listeners: [SessionID: (SessionEvent) -> Void] = [:]

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

    /// The whole state: a value costs nothing to hand over.
    public func load(
        _ session: SessionID,
        since version: Int64?,
        _ done: @escaping Completion<LoadResult>
    ) {
        let now = scheduler.now
        if case .here(let stored) = core.with({ $0.place(session, at: now) }) {
            return complete(.success(stored), done)
        }
        let ticket = loads.issue(done)
        core.load(session, at: now) { [weak self] result in
            self?.onLoop { $0.complete(result, $0.loads.redeem(ticket)) }
        }
    }

    public func rest(_ session: SessionID) {
        core.rest(session, at: scheduler.now)
    }

    public func commit(_ commit: Commit, _ done: @escaping Completion<CommitOutcome>) {
        let ticket = commits.issue(done)
        let change = InProcessChange.commit(commit, by: id, outbox) { [weak self] result in
            self?.onLoop { $0.complete(result, $0.commits.redeem(ticket)) }
        }
        core.submit(change, of: commit.session, at: scheduler.now)
    }

    public func restore(_ restoration: RestoreRequest, _ done: @escaping Completion<LoadResult>) {
        let ticket = restorations.issue(done)
        let change = InProcessChange.restore(restoration, by: id) { [weak self] result in
            self?.onLoop { $0.complete(result, $0.restorations.redeem(ticket)) }
        }
        core.submit(change, of: restoration.session, at: scheduler.now)
    }

    /// Claims go with their session here: none need be named.
    public func remove(
        _ session: SessionID,
        joinCode: String,
        claims: [ClaimID],
        _ done: @escaping Completion<Void>
    ) {
        let ticket = removals.issue(done)
        let change = InProcessChange.remove(joinCode: joinCode, by: id) { [weak self] result in
            self?.onLoop { $0.complete(result, $0.removals.redeem(ticket)) }
        }
        core.submit(change, of: session, at: scheduler.now)
    }

    // MARK: News

    public func follow(_ session: SessionID, _ hear: @escaping (SessionEvent) -> Void) {
        listeners[session] = hear
        core.follow(session, id) { [weak self] news in
            self?.onLoop { store in store.listeners[session]?(news) }
        }
    }

    public func unfollow(_ session: SessionID) {
        listeners[session] = nil
        core.unfollow(session, id)
    }

    public func requestSnapshot(_ session: SessionID) {
        core.tell(InProcessNews(.snapshotWanted, by: id), of: session)
    }

    public func show(_ reaction: Reaction, of player: PlayerID, in session: SessionID) {
        core.tell(InProcessNews(.reaction(reaction, of: player), by: id), of: session)
    }

    /// The state is kept as a whole with every step.
    public func keepSnapshot(_ snapshot: Snapshot, of session: SessionID) {
        core.tell(InProcessNews(.missed, by: id), of: session)
    }

    public func handOutOverdue(graceMs: Int64, _ done: @escaping Completion<[SessionID]>) {
        complete(.success([]), done)
    }

    private var id: FollowerID { FollowerID(self) }

    // MARK: Join codes and small values

    public func reserve(
        joinCode: String,
        for session: SessionID,
        _ done: @escaping Completion<Bool>
    ) {
        let now = scheduler.now
        complete(core.with { $0.reserve(joinCode, for: session, at: now) }, done)
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
        SmallValue.preconditionFits(key: key, value: value)
        let now = scheduler.now
        let isKept = core.with { $0.values.put(value, key, ttlMs: ttlMs, at: now) }
        complete(isKept ? .success(()) : .failure(.unavailable("too many small values")), done)
    }

    public func get(key: String, _ done: @escaping Completion<String?>) {
        let now = scheduler.now
        complete(.success(core.with { $0.values.value(key, at: now) }), done)
    }

    public func take(key: String, _ done: @escaping Completion<String?>) {
        let now = scheduler.now
        let taken = core.with { contents in
            defer { contents.values.remove(key) }
            return contents.values.value(key, at: now)
        }
        complete(.success(taken), done)
    }

    // MARK: Seats and presence

    /// A bid takes its turn behind the commit under way: that still counts, and is seen.
    public func bidForSeat(
        _ viewer: Viewer,
        on connection: ConnectionID,
        after order: Int64,
        in session: SessionID,
        _ done: @escaping Completion<SeatBid>
    ) {
        let ticket = bids.issue(done)
        let known = Seating(viewer, on: connection, order: order)
        let change = InProcessChange.bid(known, by: id) { [weak self] result in
            self?.onLoop { $0.complete(result, $0.bids.redeem(ticket)) }
        }
        core.submit(change, of: session, at: scheduler.now)
    }

    public func addPresence(
        _ connection: ConnectionID,
        of viewer: Viewer,
        in session: SessionID
    ) {
        let now = scheduler.now
        core.with { $0.renew([connection: viewer], in: session, at: now) }
    }

    public func removePresence(_ connection: ConnectionID, in session: SessionID) {
        core.with { $0.removePresence(connection, in: session) }
    }

    public func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    ) {
        let now = scheduler.now
        complete(.success(core.with { $0.viewers(in: session, at: now) }), done)
    }

    public func pulse(
        _ session: SessionID,
        joinCode: String,
        renewing seatings: [Seating],
        _ done: @escaping Completion<Pulse>
    ) {
        let now = scheduler.now
        let pulse = core.with { contents in
            let viewers = seatings.map { ($0.connection, $0.viewer) }
            contents.renew(Dictionary(viewers) { $1 }, in: session, at: now)
            contents.renew(session, at: now)
            let newer = seatings.filter { $0.viewer != .tv }.compactMap { seating in
                contents.affirm(seating, in: session, at: now)
            }
            return Pulse(
                session: contents.pulse(session, at: now),
                viewers: contents.viewers(in: session, at: now),
                newer: newer
            )
        }
        complete(.success(pulse), done)
    }

    public func check(_ done: @escaping Completion<Void>) {
        complete(.success(()), done)
    }

    public func close(_ done: @escaping () -> Void) {
        scheduler.afterTurn(done)
    }

    // MARK: Completions

    private func complete<Value>(
        _ result: Result<Value, LiveStoreError>,
        _ done: @escaping Completion<Value>
    ) {
        scheduler.afterTurn { done(result) }
    }

    private func onLoop(_ body: @escaping @Sendable (InProcessLiveStore) -> Void) {
        execute { [weak self] in
            if let self { body(self) }
        }
    }
}
