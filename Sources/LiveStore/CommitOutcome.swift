public import GameState
public import Protocol

/// Outcome of a commit.
public enum CommitOutcome: Sendable {
    case committed
    /// The session is not at the expected version: this is stored now, from the expected version on
    /// where that is possible.
    case conflict(Stored)
    /// A newer seating has the seat it came by: nothing was done.
    case replaced(by: Seating)
    /// The version matched, and somebody holds a claim that the step would take: nothing was done.
    case claimed(ClaimID, by: PlayerID)
}
