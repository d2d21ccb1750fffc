import Archive
import Logging
import Protocol
import Transport

/// Erases personal data of sessions that ended long ago (G-77): at the start, then every hour.
struct Retention: Sendable {
    private let archive: any Archive
    private let days: Int
    private let log: Logger

    init(_ services: Services) {
        archive = services.archive
        days = services.configuration.retentionDays
        log = services.log
    }

    /// Milliseconds between two sweeps.
    private static let periodMs: Int64 = 60 * 60 * 1_000
    private static let dayMs: Int64 = 24 * 60 * 60 * 1_000
    /// Sessions erased at once: rooms' commits wait for the archive meanwhile.
    private static let maxAtOnce = 8

    /// Called on the loop, which tells the time.
    func run(on loop: EventLoop) {
        sweep(at: loop.now)
        _ = loop.schedule(at: loop.now + Self.periodMs) { [unowned loop] in
            run(on: loop)
        }
    }

    private func sweep(at now: ServerTime, erasedBefore: Int = 0) {
        archive.eraseEnded(
            before: now + -Int64(days) * Self.dayMs,
            limit: Self.maxAtOnce,
            at: now
        ) { result in
            switch result {
            case .success(let sessions):
                let count = erasedBefore + sessions.count
                if sessions.count == Self.maxAtOnce {
                    sweep(at: now, erasedBefore: count)
                } else if count > 0 {
                    log.info(
                        "old sessions erased",
                        metadata: ["sessions": "\(count)", "days": "\(days)"]
                    )
                }
            case .failure(let error) where error.kind == .closed: break
            case .failure(let error):
                log.error("old sessions can't be erased, trying again in an hour", error: error)
            }
        }
    }
}
