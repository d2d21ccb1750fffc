import Dispatch
import Synchronization

/// The time that clients wait for an archive that hangs: a while for the first of them, hardly at all for
/// those after it, until the archive has answered one.
///
/// A call that is not waited for any more stays in line, and may still be done: `store` harms nobody, and a
/// renewal whose answer was lost may be asked for again (`TokenRenewal.repeatMs`). Calls may come from
/// anywhere.
final class Patience: Sendable {
    typealias Completion<Value> = @Sendable (Result<Value, ArchiveError>) -> Void

    private let limits: ArchiveLimits
    private let isDoubtful = Mutex(false)
    private let clock = DispatchQueue(label: "archive patience")

    init(_ limits: ArchiveLimits) {
        self.limits = limits
    }

    /// - Parameters:
    ///   - done: called once, with the call's result or with `.unreachable`.
    ///   - call: the call to wait for.
    func wait<Value: Sendable>(
        _ done: @escaping Completion<Value>,
        for call: (@escaping Completion<Value>) -> Void
    ) {
        let waitMs = isDoubtful.withLock { $0 ? limits.doubtfulWaitMs : limits.maxWaitMs }
        let waiting = Waiting(done)
        let late = DispatchWorkItem { [self] in
            guard let done = waiting.take() else { return }
            isDoubtful.withLock { $0 = true }
            done(.failure(ArchiveError(.unreachable, "no answer within \(waitMs) ms")))
        }
        let timer = Cancellable(late)
        clock.asyncAfter(deadline: .now() + .milliseconds(waitMs), execute: late)
        call { [self] result in
            if case .success = result { isDoubtful.withLock { $0 = false } }
            guard let done = waiting.take() else { return }
            timer.item.cancel()
            done(result)
        }
    }

    /// A caller that waits, until somebody has answered.
    private final class Waiting<Value: Sendable>: Sendable {
        private let done: Mutex<Completion<Value>?>

        init(_ done: @escaping Completion<Value>) {
            self.done = Mutex(done)
        }

        func take() -> Completion<Value>? {
            done.withLock { $0.take() }
        }
    }

    /// A work item may be cancelled from anywhere.
    private struct Cancellable: @unchecked Sendable {
        let item: DispatchWorkItem

        init(_ item: DispatchWorkItem) {
            self.item = item
        }
    }
}
