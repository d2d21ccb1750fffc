public import GameState
public import Protocol

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
