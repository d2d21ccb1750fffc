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
    /// States that wait to be written; whatever comes beyond stays in memory. There are never more to forget than
    /// are kept.
    static let maxWaiting = 1_024
    /// How long what is only to be forgotten waits for others, in milliseconds: who has just woken a room
    /// wants it read, and a file is written once for many.
    static let forgetMs = 500

    private let archive: any Archive
    private let encoding = DispatchQueue(label: "resting states", qos: .utility)
    private let pending = Mutex(Pending())

    fileprivate struct Pending {
        var changes: [Change] = []
        var keptCount = 0
        var isWriting = false
        /// Somebody comes back for what is to be forgotten.
        var isAwaited = false
    }

    fileprivate struct Change {
        var change: RestingChange
        /// Nil: it is to be forgotten.
        var done: (@Sendable (Bool) -> Void)?
    }

    fileprivate enum Step {
        case wait, write, writeSoon, refuse
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
        encoding.async { [self] in enter(Change(change: .forget(session))) }
    }

    public func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<RestingState?, ArchiveError>) -> Void
    ) {
        archive.resting(session, done)
    }

    private func enter(_ change: Change) {
        let step = pending.withLock { $0.enter(change) }
        switch step {
        case .wait: break
        case .write: writeNext()
        case .writeSoon:
            encoding.asyncAfter(deadline: .now() + .milliseconds(Self.forgetMs)) { [weak self] in
                guard let self, pending.withLock({ $0.comeBack() }) else { return }
                writeNext()
            }
        case .refuse: change.done?(false)
        }
    }

    private func writeNext() {
        let changes = pending.withLock { $0.takeNext() }
        guard !changes.isEmpty else { return }
        archive.changeResting(changes.map(\.change)) { [self] result in
            let isKept = (try? result.get()) != nil
            for change in changes { change.done?(isKept) }
            // Not deeper and deeper where the archive refuses at once.
            encoding.async { [self] in writeNext() }
        }
    }
}

extension RestingStates.Pending {
    fileprivate mutating func enter(_ change: RestingStates.Change) -> RestingStates.Step {
        let isKept = change.done != nil
        guard !isKept || keptCount < RestingStates.maxWaiting else { return .refuse }
        changes.append(change)
        if isKept { keptCount += 1 }
        guard !isWriting else { return .wait }
        if isKept {
            isWriting = true
            return .write
        }
        defer { isAwaited = true }
        return isAwaited ? .wait : .writeSoon
    }

    /// - Returns: whether there is something to write, and nobody writes.
    fileprivate mutating func comeBack() -> Bool {
        isAwaited = false
        guard !isWriting, !changes.isEmpty else { return false }
        isWriting = true
        return true
    }

    fileprivate mutating func takeNext() -> [RestingStates.Change] {
        let next = Array(changes.prefix(RestingStates.maxAtOnce))
        changes.removeFirst(next.count)
        keptCount -= next.count { $0.done != nil }
        isWriting = !next.isEmpty
        return next
    }
}
