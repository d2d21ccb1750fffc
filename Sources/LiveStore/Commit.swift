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
    public var state: EncodedState
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
        state: EncodedState,
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
