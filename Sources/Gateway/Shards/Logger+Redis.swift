import Archive
import LiveStore
import Logging
import Protocol
import Redis
import Synchronization

extension Logger {
    func redis(_ event: RedisEvent, address: String) {
        var metadata: Metadata = ["redis": "\(address)"]
        switch event {
        case .ready(let place):
            info("Redis is reached at \(place)", metadata: metadata)
        case .lost(let failure, let retryMs):
            metadata["retryMs"] = "\(retryMs)"
            warning("Redis is lost: \(failure)", metadata: metadata)
        case .notConnected(let failure, let retryMs):
            metadata["retryMs"] = "\(retryMs)"
            info("Redis is not reached: \(failure)", metadata: metadata)
        case .clockJumped(let ms):
            warning("Redis' clock jumped by \(ms) ms; ours follows slowly", metadata: metadata)
        }
    }

    func store(_ event: RedisStoreEvent) {
        switch event {
        case .unreadable(let session, let what):
            let reason: Metadata = ["reason": "\(what)"]
            error(
                "foreign or damaged data in Redis",
                metadata: Self.naming(session).merging(reason) { $1 }
            )
        case .adopted(let session, let entryCount):
            notice(
                "\(entryCount) entries another gateway left are archived",
                metadata: Self.naming(session)
            )
        case .refusedByArchive(let reason, let retryMs):
            warning(
                "the archive takes nothing",
                error: reason,
                metadata: ["retryMs": "\(retryMs)"]
            )
        case .refusedByRedis(let words): warning("Redis takes nothing: \(words)")
        case .takenByRedis: notice("Redis takes what is committed again")
        case .notFollowed(let session, let reason):
            warning(
                "news of a session can't be followed: \(reason)",
                metadata: Self.naming(session)
            )
        }
    }

    private static func naming(_ session: SessionID?) -> Metadata {
        session.map { ["session": "\($0)"] } ?? [:]
    }
}

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
            // The one who closed it knows.
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
