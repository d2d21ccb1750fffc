public import LiveStore
public import Protocol
import Synchronization

/// A cupboard that keeps bytes, and answers when it is told to.
public final class MemoryCupboard: Cupboard {
    private struct Shelf {
        var kept: [SessionID: (version: Int64, bytes: [UInt8])] = [:]
        var isLocked = false
        var waiting: [@Sendable () -> Void]?
    }

    private let shelf = Mutex(Shelf())

    public init() {}

    public var sessions: Set<SessionID> { shelf.withLock { Set($0.kept.keys) } }

    /// Fetches fail from now on, or succeed again.
    public func lock(_ isLocked: Bool) {
        shelf.withLock { $0.isLocked = isLocked }
    }

    /// Loses all kept states.
    public func clear() {
        shelf.withLock { $0.kept = [:] }
    }

    /// Answers to `keep` wait from now on.
    public func hold() {
        shelf.withLock { $0.waiting = [] }
    }

    /// Gives the answers that wait.
    public func release() {
        let waiting = shelf.withLock { shelf in
            defer { shelf.waiting = nil }
            return shelf.waiting ?? []
        }
        for answer in waiting { answer() }
    }

    public func keep(
        _ session: SessionID,
        _ snapshot: Snapshot,
        _ done: @escaping @Sendable (Bool) -> Void
    ) {
        guard let bytes = try? snapshot.state.bytes() else { return done(false) }
        let waits = shelf.withLock { shelf in
            shelf.kept[session] = (snapshot.version, bytes)
            shelf.waiting?.append { done(true) }
            return shelf.waiting != nil
        }
        if !waits { done(true) }
    }

    public func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Snapshot?, LiveStoreError>) -> Void
    ) {
        let result: Result<Snapshot?, LiveStoreError> = shelf.withLock { shelf in
            guard !shelf.isLocked else { return .failure(.unavailable("locked")) }
            return .success(
                shelf.kept[session].map { kept in
                    Snapshot(
                        version: kept.version,
                        state: LazyState(value: nil) { kept.bytes }
                    )
                }
            )
        }
        done(result)
    }

    public func forget(_ session: SessionID) {
        shelf.withLock { _ = $0.kept.removeValue(forKey: session) }
    }
}
