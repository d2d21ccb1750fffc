public import GameState
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

    /// Says that a connection is there; forgotten after `presenceTTLMs` unless it is said again.
    func renewPresence(_ connection: ConnectionID, of viewer: Viewer, in session: SessionID)
    func removePresence(_ connection: ConnectionID, in session: SessionID)
    func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    )
}

/// Milliseconds after which an unrenewed presence is forgotten; renewed with every pulse of its room (G-82).
public let presenceTTLMs = 60_000

public enum LiveStoreError: Error, Hashable, Sendable {
    /// The store, or the outbox behind it, can't be reached or takes no more; may pass.
    case unavailable(String)
}

/// A session as it is stored.
public struct StoredState: Sendable {
    public var version: Int64
    public var state: EncodedState

    public init(version: Int64, state: EncodedState) {
        self.version = version
        self.state = state
    }
}

/// A session's state that becomes bytes only where it must.
///
/// The in-process store keeps the value; a store on another machine keeps the bytes.
public struct EncodedState: Sendable {
    public let value: (any Sendable)?
    public let bytes: @Sendable () throws -> [UInt8]

    public init(value: (any Sendable)?, bytes: @escaping @Sendable () throws -> [UInt8]) {
        self.value = value
        self.bytes = bytes
    }
}

/// One step of a session.
public struct Commit: Sendable {
    public var session: SessionID
    /// The version this step starts from; 0 for a new session.
    public var expectedVersion: Int64
    /// Greater than `expectedVersion`.
    public var version: Int64
    public var state: EncodedState
    public var entry: JournalEntry
    /// When timers of the new state run out, so that any gateway can pick up a room nobody has open.
    public var deadlines: [TimerID: ServerTime]

    public init(
        session: SessionID,
        expectedVersion: Int64,
        version: Int64,
        state: EncodedState,
        entry: JournalEntry,
        deadlines: [TimerID: ServerTime]
    ) {
        precondition(version > expectedVersion, "version \(version) after \(expectedVersion)")
        self.session = session
        self.expectedVersion = expectedVersion
        self.version = version
        self.state = state
        self.entry = entry
        self.deadlines = deadlines
    }
}

public enum CommitOutcome: Sendable {
    case committed
    /// Somebody else's step came first; this is the state now (nil: the session is gone).
    case conflict(StoredState?)
}

/// Who holds a brake lock: the player, and a nonce so that an old owner can't release a new lock.
public struct LockOwner: Hashable, Sendable {
    public var player: PlayerID
    public var nonce: UInt64

    public init(player: PlayerID, nonce: UInt64) {
        self.player = player
        self.nonce = nonce
    }
}
