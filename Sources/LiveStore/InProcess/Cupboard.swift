public import Protocol

/// Where an in-process store puts states away that nobody needs for a while; they need not outlive the
/// process. Called from anywhere, completes anywhere; what is asked for one session takes effect in order.
public protocol Cupboard: Sendable {
    /// Takes the place of an older state.
    func keep(
        _ session: SessionID,
        _ snapshot: Snapshot,
        _ done: @escaping @Sendable (_ isKept: Bool) -> Void
    )

    /// What was kept; nil when there is nothing.
    func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Snapshot?, LiveStoreError>) -> Void
    )

    func forget(_ session: SessionID)
}
