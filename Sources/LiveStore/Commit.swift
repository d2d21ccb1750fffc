public import GameState
public import Protocol

/// One step of a session.
public struct Commit: Sendable {
    public var session: SessionID
    /// The version this step starts from; 0 for a new session.
    public var expectedVersion: Int64
    /// Greater than `expectedVersion`.
    public var version: Int64
    /// State after the step; encoded only where a new snapshot is due.
    public var state: LazyState
    public var entry: JournalEntry
    /// Seating that it came by, where a player or host asked for it.
    public var seating: Seating?
    /// Claims that it takes and gives up.
    public var claims: ClaimChange
    /// The timers of the new state, so that any gateway can pick up a room nobody has open.
    public var timers: [GameTimer]

    public init(
        session: SessionID,
        expectedVersion: Int64,
        version: Int64,
        state: LazyState,
        entry: JournalEntry,
        seating: Seating?,
        claims: ClaimChange,
        timers: [GameTimer]
    ) {
        precondition(version > expectedVersion, "version \(version) after \(expectedVersion)")
        self.session = session
        self.expectedVersion = expectedVersion
        self.version = version
        self.state = state
        self.entry = entry
        self.seating = seating
        self.claims = claims
        self.timers = timers
    }

    /// When the earliest timer runs out; nil when none runs.
    public var due: ServerTime? { timers.compactMap(\.deadline).min() }
}

/// Outcome of a commit.
public enum CommitOutcome: Sendable {
    case committed
    /// The session is not at the expected version: this is stored now, from the expected version on
    /// where that is possible.
    case conflict(LoadResult)
    /// A newer seating has the seat it came by: nothing was done.
    case replaced(by: Seating)
    /// The version matched, and somebody holds a claim that the step would take: nothing was done.
    case claimed(ClaimID, by: PlayerID)
}

/// One commit as followers of a session get it: the input, which gives everybody the same state.
public struct CommittedEntry: Hashable, Sendable {
    /// The version it was handled at.
    public var previousVersion: Int64
    public var version: Int64
    public var at: ServerTime
    /// As in the journal.
    public var body: [UInt8]

    public init(previousVersion: Int64, version: Int64, at: ServerTime, body: [UInt8]) {
        self.previousVersion = previousVersion
        self.version = version
        self.at = at
        self.body = body
    }
}

/// A session's state that becomes bytes only where it must.
///
/// The in-process store keeps the value; a store on another machine keeps the bytes.
public struct LazyState: Sendable {
    public let value: (any Sendable)?
    public let bytes: @Sendable () throws -> [UInt8]

    public init(value: (any Sendable)?, bytes: @escaping @Sendable () throws -> [UInt8]) {
        self.value = value
        self.bytes = bytes
    }
}

/// The whole state of a session at one version.
public struct Snapshot: Sendable {
    public var version: Int64
    public var state: LazyState

    public init(version: Int64, state: LazyState) {
        self.version = version
        self.state = state
    }
}

/// Stored state of a session.
public enum LoadResult: Sendable {
    /// Never heard of, or lost.
    case nothing
    /// It is over for good, and is not put back.
    case removed
    case state(StoredSession)
}

/// A session as it is stored: a snapshot, and the commits after it.
public struct StoredSession: Sendable {
    /// After the latest entry.
    public var version: Int64
    /// Nil where the entries go on from a version the asker has.
    public var snapshot: Snapshot?
    /// In order; each goes on from the one before it.
    public var entries: [CommittedEntry]

    public init(version: Int64, snapshot: Snapshot?, entries: [CommittedEntry]) {
        self.version = version
        self.snapshot = snapshot
        self.entries = entries
    }

    public init(_ snapshot: Snapshot) {
        self.init(version: snapshot.version, snapshot: snapshot, entries: [])
    }
}

/// A session as a living room, or the archive, puts it back.
public struct RestoreRequest: Sendable {
    public var session: SessionID
    public var joinCode: String
    public var snapshot: Snapshot
    /// Version of the latest commit in it. A state that was rebuilt is numbered ahead of it, and must not take
    /// the place of one that holds more.
    public var lastCommit: Int64
    /// All claims there are in its game.
    public var claimIDs: [ClaimID]
    /// Claims held in the snapshot's state.
    public var claims: [Claim]
    public var timers: [GameTimer]

    public init(
        session: SessionID,
        joinCode: String,
        snapshot: Snapshot,
        lastCommit: Int64,
        claimIDs: [ClaimID],
        claims: [Claim],
        timers: [GameTimer]
    ) {
        self.session = session
        self.joinCode = joinCode
        self.snapshot = snapshot
        self.lastCommit = lastCommit
        self.claimIDs = claimIDs
        self.claims = claims
        self.timers = timers
    }

    /// When the earliest timer runs out; nil when none runs.
    public var due: ServerTime? { timers.compactMap(\.deadline).min() }
}
