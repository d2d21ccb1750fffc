public import GameState
public import Protocol

/// A session as a living room, or the archive, puts it back.
public struct Restoration: Sendable {
    public var session: SessionID
    public var joinCode: String
    public var snapshot: Snapshot
    public var timers: [GameTimer]

    public init(session: SessionID, joinCode: String, snapshot: Snapshot, timers: [GameTimer]) {
        self.session = session
        self.joinCode = joinCode
        self.snapshot = snapshot
        self.timers = timers
    }

    /// When the earliest timer runs out; nil when none runs.
    public var due: ServerTime? { timers.compactMap(\.deadline).min() }
}
