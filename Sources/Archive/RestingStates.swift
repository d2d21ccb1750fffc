import Dispatch
public import Protocol
import Synchronization

/// The way of states at rest into an archive and out again; may be called from anywhere.
///
/// States become bytes on a queue of their own, and what comes while one transaction is written goes
/// together with the next, a few at a time: rooms' commits wait behind it.
public final class RestingStates: Sendable {
    /// Changes in one transaction.
    static let maxAtOnce = 16

    private let archive: any Archive
    private let encoding = DispatchQueue(label: "resting states", qos: .utility)
    private let pending = Mutex(Pending())

    private struct Pending {
        var changes: [Change] = []
        var isWriting = false
    }

    private struct Change {
        var change: RestingChange
        var done: @Sendable (Bool) -> Void
    }

    /// Clears what another process left in the archive: it is not what this one knows.
    public init(_ archive: any Archive) {
        self.archive = archive
        archive.clearResting { _ in }
    }

    /// - Parameter done: told whether the state is kept; runs anywhere.
    public func keep(
        _ session: SessionID,
        version: Int64,
        _ body: @escaping @Sendable () throws -> [UInt8],
        _ done: @escaping @Sendable (Bool) -> Void
    ) {
        encoding.async { [self] in
            guard let body = try? body() else { return done(false) }
            let state = RestingState(session: session, version: version, body: body)
            enter(Change(change: .keep(state), done: done))
        }
    }

    public func forget(_ session: SessionID) {
        // Behind what is still being encoded.
        encoding.async { [self] in enter(Change(change: .forget(session), done: { _ in })) }
    }

    public func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<RestingState?, ArchiveError>) -> Void
    ) {
        archive.resting(session, done)
    }

    private func enter(_ change: Change) {
        let isFirst = pending.withLock { pending in
            pending.changes.append(change)
            defer { pending.isWriting = true }
            return !pending.isWriting
        }
        if isFirst { writeNext() }
    }

    private func writeNext() {
        let changes = pending.withLock { pending in
            let next = Array(pending.changes.prefix(Self.maxAtOnce))
            pending.changes.removeFirst(next.count)
            pending.isWriting = !next.isEmpty
            return next
        }
        guard !changes.isEmpty else { return }
        archive.changeResting(changes.map(\.change)) { [self] result in
            let isKept = (try? result.get()) != nil
            for change in changes { change.done(isKept) }
            // Not deeper and deeper where the archive refuses at once.
            encoding.async { [self] in writeNext() }
        }
    }
}
