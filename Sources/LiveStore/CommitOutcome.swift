public import GameState
public import Protocol

/// What became of a commit.
public enum CommitOutcome: Sendable {
    case committed
    /// The session is not at the expected version: this is what is there now, from that version on
    /// where it can be told so.
    case conflict(Stored)
    /// A newer seating has the seat it came by: nothing was done.
    case replaced(by: Seating)
    /// The version matched, and somebody holds a claim that the step would take: nothing was done.
    case claimed(ClaimID, by: PlayerID)
}
