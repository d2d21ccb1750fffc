/// Why a live store did not do what was asked.
public enum LiveStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store, or the outbox behind it, can't be reached or takes no more: nothing was done; may
    /// pass.
    case unavailable(String)
    /// No answer came: it may have been done all the same.
    case unanswered(String)
    /// What is kept under the session's name is not what we wrote, or not all of it.
    case unreadable(String)

    public var description: String {
        switch self {
        case .unavailable(let words), .unanswered(let words), .unreadable(let words): words
        }
    }
}
