/// Why a live store did not do what was asked.
public enum LiveStoreError: Error, Hashable, Sendable {
    /// The store, or the outbox behind it, can't be reached or takes no more; may pass.
    case unavailable(String)
}
