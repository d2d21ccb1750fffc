import Dispatch
public import Protocol
import Synchronization

/// The way of states at rest into an archive and out again; may be called from anywhere.
///
/// States become bytes on a queue of their own, a few at a time, just before these are written: states that
/// come while one transaction is written go into the next, and rooms' commits wait behind it. A waiting
/// state is in memory anyway, so the store's limits hold for it.
public final class RestingStates: Sendable {
    /// Changes in one transaction.
    static let maxAtOnce = 16
    /// Milliseconds for which forgetting waits for more to forget: reading for a room that wakes
    /// comes first, and one write covers many.
    static let forgetMs = 500

    private let archive: any Archive
    private let encoding = DispatchQueue(label: "resting states", qos: .utility)
    private let pending = Mutex(Pending())

    fileprivate struct Pending {
        var changes: [Change] = []
        var isWriting = false
        /// Somebody comes back for a state that is to be forgotten.
        var isAwaited = false
    }

    fileprivate enum Change {
        case keep(
            SessionID,
            version: Int64,
            body: @Sendable () throws -> [UInt8],
            done: @Sendable (Bool) -> Void
        )
        case forget(SessionID)
    }

    fileprivate enum Next {
        case wait, write, writeSoon
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
        enter(.keep(session, version: version, body: body, done: done))
    }

    public func forget(_ session: SessionID) {
        enter(.forget(session))
    }

    public func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<RestingState?, ArchiveError>) -> Void
    ) {
        archive.resting(session, done)
    }

    private func enter(_ change: Change) {
        let next = pending.withLock { $0.enter(change) }
        switch next {
        case .wait: break
        case .write: encoding.async { [self] in writeNext() }
        case .writeSoon:
            encoding.asyncAfter(deadline: .now() + .milliseconds(Self.forgetMs)) { [weak self] in
                guard let self, pending.withLock({ $0.comeBack() }) else { return }
                writeNext()
            }
        }
    }

    /// Runs on the queue that encodes, when nothing is being written.
    private func writeNext() {
        let changes = pending.withLock { $0.takeNext() }
        guard !changes.isEmpty else { return }
        var writes: [RestingChange] = []
        var waiting: [@Sendable (Bool) -> Void] = []
        for change in changes {
            switch change {
            case .keep(let session, let version, let body, let done):
                guard let body = try? body() else {
                    done(false)
                    continue
                }
                let state = RestingState(session: session, version: version, body: body)
                writes.append(.keep(state))
                waiting.append(done)
            case .forget(let session): writes.append(.forget(session))
            }
        }
        archive.changeResting(writes) { [self, waiting] result in
            let isKept = (try? result.get()) != nil
            for done in waiting { done(isKept) }
            // Asynchronous: an archive that refuses at once must cause no recursion.
            encoding.async { [self] in writeNext() }
        }
    }
}

extension RestingStates.Pending {
    fileprivate mutating func enter(_ change: RestingStates.Change) -> RestingStates.Next {
        changes.append(change)
        guard !isWriting else { return .wait }
        switch change {
        case .keep:
            isWriting = true
            return .write
        case .forget:
            defer { isAwaited = true }
            return isAwaited ? .wait : .writeSoon
        }
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
        isWriting = !next.isEmpty
        return next
    }
}
