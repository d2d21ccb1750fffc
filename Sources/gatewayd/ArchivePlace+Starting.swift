import Archive
import ArgumentParser
import Glibc
import Logging

extension ArchivePlace {
    /// Opens the archive for serving and brings its schema forward. A database that starts at the same
    /// time as the gateway is waited for.
    ///
    /// - Throws: an exit code; the reason is logged.
    func start(waitingSeconds: Int, _ log: Logger) throws -> SQLArchive {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(waitingSeconds)
        var pauseMs = 100
        var reason: ArchiveError?
        while true {
            do throws(ArchiveError) {
                let archive = try open(.migrated)
                if !archive.schema.steps.isEmpty { log.info("the archive's \(archive.schema)") }
                return archive
            } catch {
                guard error.isTransient, clock.now < deadline else {
                    log.critical("the archive can't be used: \(error)")
                    throw error.exitCode
                }
                if error != reason {
                    log.warning("the archive can't be used yet, trying again: \(error)")
                }
                reason = error
            }
            guard !Signals.areToStop(withinMs: pauseMs) else { throw ExitCode.success }
            pauseMs = min(pauseMs * 2, Self.maxPauseMs)
        }
    }

    private static var maxPauseMs: Int { 2_000 }
}

extension Signals {
    /// Whether a signal to stop, which is held while the gateway starts, comes within a time
    /// (sigtimedwait(2)).
    fileprivate static func areToStop(withinMs durationMs: Int) -> Bool {
        var stopping = sigset_t()
        sigemptyset(&stopping)
        for number in [SIGTERM, SIGINT] { sigaddset(&stopping, number) }
        var time = timespec(tv_sec: durationMs / 1_000, tv_nsec: durationMs % 1_000 * 1_000_000)
        return sigtimedwait(&stopping, nil, &time) > 0
    }
}
