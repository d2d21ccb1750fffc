/// Reason why a live store did not do as asked.
public enum LiveStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store, or the outbox behind it, can't be reached or takes no more: nothing was done; may
    /// pass.
    case unavailable(String)
    /// No answer came: it may have been done all the same.
    case unanswered(String)
    /// The session's stored data is not ours, or not complete.
    case unreadable(String)

    public var description: String {
        switch self {
        case .unavailable(let words), .unanswered(let words), .unreadable(let words): words
        }
    }
}
