/// What became of a commit.
public enum CommitOutcome: Sendable {
    case committed
    /// Somebody else's step came first; this is the state now (nil: the session is gone).
    case conflict(StoredState?)
}
