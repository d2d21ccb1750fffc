import Archive
import Logging
import Synchronization

/// Says once that the archive takes nothing of what is to be committed, and once that it does again:
/// commits fail by the hundred meanwhile.
final class AppendLog: Sendable {
    private let log: Logger
    private let isRefused = Mutex(false)

    init(_ log: Logger) {
        self.log = log
    }

    /// May be called from any thread.
    func note(_ result: Result<Void, ArchiveError>) {
        switch result {
        case .success:
            guard turn(false) else { return }
            log.notice("the archive takes what is committed again")
        case .failure(let error):
            // Who closed it knows.
            guard error.kind != .closed, turn(true) else { return }
            log.warning("the archive takes nothing", error: error)
        }
    }

    /// - Returns: whether it was not so before.
    private func turn(_ isRefusedNow: Bool) -> Bool {
        isRefused.withLock { isRefused in
            defer { isRefused = isRefusedNow }
            return isRefused != isRefusedNow
        }
    }
}
