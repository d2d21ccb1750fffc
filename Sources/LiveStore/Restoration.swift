public import GameState
public import Protocol

/// A session as a living room, or the archive, puts it back.
public struct Restoration: Sendable {
    public var session: SessionID
    public var joinCode: String
    public var snapshot: Snapshot
    /// The latest step in it. A state that was rebuilt is numbered ahead of it, and must not take
    /// the place of one that holds more.
    public var lastStep: Int64
    /// Claims held in the snapshot's state.
    public var claims: [Claim]
    public var timers: [GameTimer]

    public init(
        session: SessionID,
        joinCode: String,
        snapshot: Snapshot,
        lastStep: Int64,
        claims: [Claim],
        timers: [GameTimer]
    ) {
        self.session = session
        self.joinCode = joinCode
        self.snapshot = snapshot
        self.lastStep = lastStep
        self.claims = claims
        self.timers = timers
    }

    /// When the earliest timer runs out; nil when none runs.
    public var due: ServerTime? { timers.compactMap(\.deadline).min() }
}
