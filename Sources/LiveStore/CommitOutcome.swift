/// What became of a commit.
public enum CommitOutcome: Sendable {
    case committed
    /// The session is not at the expected version: this is what is there now, from that version on
    /// where it can be told so.
    case conflict(Stored)
    /// A newer seating has the seat it came by: nothing was done.
    case replaced(by: Seating)
}
