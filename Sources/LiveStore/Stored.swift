/// Stored state of a session.
public enum Stored: Sendable {
    /// Never heard of, or lost.
    case nothing
    /// It is over for good, and is not put back.
    case removed
    case state(StoredState)
}
