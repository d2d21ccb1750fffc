public import Archive
public import GameState
public import Protocol

/// Memory of a room beside its game, to be compared with its named limits.
public struct RoomFootprint: Sendable {
    public var historySteps: Int
    public var historyBytes: Int
    public var waiting: Int
    public var latecomers: Int
    /// Commands whose answer is still to come.
    public var unanswered: Set<MessageKey>
    /// Players who sit here.
    public var seated: [PlayerID]
    /// Players whose commands are counted under one limit, where these are the most.
    public var countedPlayers: Int
    public var receiptsOfOneViewer: Int
    public var viewersWithReceipts: Int
}

/// Report of a room to the operator.
public enum RoomReport: Equatable, Sendable {
    /// The store had lost the session, or its latest steps, and got them back from here.
    case putBack(version: Int64)
    /// The session's stored data can't be read, and why.
    case unreadable(String)
    /// A player's attempt to take a claim was read.
    case attempted(ClaimAttempt, by: PlayerID)
    /// The store has less of a session that is opened than the archive, or than was known here.
    case isBehind(stored: Int64, known: Int64)
    /// A session was put back from its journal.
    case rebuilt(version: Int64)
    /// Reason why that failed.
    case notRebuilt(String)
    /// The archive can't be asked before the store gets its state back.
    case notAsked(ArchiveError)
    /// The state at a version differs from that of the build that committed it.
    case differs(version: Int64)
}
