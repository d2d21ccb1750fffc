import Archive
import ArgumentParser
import Dispatch
import Synchronization

/// Waits for one asynchronous call: a command has nothing else to do.
func wait<Value: Sendable, Failure: Error>(
    for call: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) throws -> Value {
    let over = DispatchSemaphore(value: 0)
    let outcome = Mutex<Result<Value, Failure>?>(nil)
    call { result in
        outcome.withLock { $0 = result }
        over.signal()
    }
    over.wait()
    guard let result = outcome.withLock({ $0 }) else { throw ExitCode.internal }
    return try result.get()
}

extension SQLArchive {
    func closeAndWait() {
        let over = DispatchSemaphore(value: 0)
        close { over.signal() }
        over.wait()
    }
}

extension ArchiveError {
    /// Says on standard error why the archive can't be used.
    ///
    /// - Returns: the exit code for it.
    func told() -> ExitCode {
        exitCode.told("the archive can't be used: \(self)")
    }

    var exitCode: ExitCode {
        switch kind {
        case .schema: .configuration
        case .damaged: .damaged
        case .lost, .unreachable, .conflict, .busy, .full, .refused, .unusable, .closed:
            .unavailable
        }
    }
}
