public import Protocol

/// Puts states away for an in-process store while nobody needs them; they need not outlive the
/// process. Called from anywhere, completes anywhere; calls for one session take effect in order.
public protocol Cupboard: Sendable {
    /// Takes the place of an older state.
    func keep(
        _ session: SessionID,
        _ snapshot: Snapshot,
        _ done: @escaping @Sendable (_ isKept: Bool) -> Void
    )

    /// Returns what was kept; nil when there is nothing.
    func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Snapshot?, LiveStoreError>) -> Void
    )

    func forget(_ session: SessionID)
}
