public import GameState
public import Protocol

/// A session at a glance.
public struct SessionSummary: Sendable, Equatable {
    public var session: SessionID
    /// Empty when the session was erased.
    public var joinCode: String
    public var game: String
    public var status: SessionStatus
    public var createdAt: ServerTime
    public var endedAt: ServerTime?
    /// When names, answers' texts and inputs were erased.
    public var erasedAt: ServerTime?
    /// Also those who left.
    public var playerCount: Int
    public var roundCount: Int
}
