package import Archive
package import GameState
package import Protocol

/// Memory of a room beside its game, to be compared with its named limits.
package struct RoomFootprint: Sendable {
    package var historySteps: Int
    package var historyBytes: Int
    package var waiting: Int
    package var latecomers: Int
    /// Commands whose answer is still to come.
    package var unanswered: Set<MessageKey>
    /// Players who sit here.
    package var seated: [PlayerID]
    /// Players whose commands are counted under one limit, where these are the most.
    package var countedPlayers: Int
    package var receiptsOfOneViewer: Int
    package var viewersWithReceipts: Int
}

/// Report of a room to the operator.
package enum RoomReport: Equatable, Sendable {
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
