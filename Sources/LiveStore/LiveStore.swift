public import Protocol

/// The port for what lives while people play: state, brake lock, join codes, pairings, presence.
///
/// One value serves one event loop. Every call is made on that loop, every completion runs on it, and
/// never before the call has returned.
public protocol LiveStore: AnyObject {
    typealias Completion<Value> = (Result<Value, LiveStoreError>) -> Void

    func load(_ session: SessionID, _ done: @escaping Completion<StoredState?>)

    /// Compare-and-set on the session's version: sets the state and its timers, appends the entry to
    /// the outbox and publishes, all or nothing. When it completes with `.committed` the entry is
    /// durable: only now may anyone be told.
    func commit(_ commit: Commit, _ done: @escaping Completion<CommitOutcome>)

    /// Puts back a session that was lost here, with its join code; keeps what is there already.
    func restore(
        _ session: SessionID,
        joinCode: String,
        _ state: StoredState,
        _ done: @escaping Completion<Void>
    )

    /// Forgets a session's state, lock, presence and join code.
    func remove(_ session: SessionID, joinCode: String, _ done: @escaping Completion<Void>)

    /// Takes the session's brake lock for `ttlMs` if nobody holds it.
    ///
    /// A lock that expired can harm nothing: the commit that follows is fenced by the version.
    func acquireBrakeLock(
        _ session: SessionID,
        owner: LockOwner,
        ttlMs: Int,
        _ done: @escaping Completion<Bool>
    )

    /// Releases the lock if `owner` still holds it (compare-and-delete).
    func releaseBrakeLock(_ session: SessionID, owner: LockOwner)

    /// Makes a join code lead to a session; false when it leads to another one already.
    func claim(joinCode: String, for session: SessionID, _ done: @escaping Completion<Bool>)
    func session(joinCode: String, _ done: @escaping Completion<SessionID?>)

    /// Keeps a small value for a while: TV pairings, counters shared by gateways.
    func put(_ value: String, key: String, ttlMs: Int, _ done: @escaping Completion<Void>)
    func get(key: String, _ done: @escaping Completion<String?>)

    /// Says that a connection is there; forgotten after `Presence.ttlMs` unless it is said again.
    func renewPresence(_ connection: ConnectionID, of viewer: Viewer, in session: SessionID)
    func removePresence(_ connection: ConnectionID, in session: SessionID)
    func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    )
}
