import Archive
import ArgumentParser
import Dispatch
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
        if isEmptyFile {
            log.warning("\(self) is empty: starting a new archive; any former content is gone")
        }
        while true {
            do throws(ArchiveError) {
                let archive = try open(.migrated)
                lookForDamage(log)
                if !archive.schema.steps.isEmpty { log.info("the archive's \(archive.schema)") }
                return archive
            } catch {
                guard error.isTransient, clock.now < deadline else {
                    if error.kind == .damaged {
                        log.critical(
                            "the archive is damaged, `gatewayd check` says more",
                            error: error
                        )
                    } else {
                        log.critical("the archive can't be used", error: error)
                    }
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

    /// Looks at every page of a file meanwhile, over a connection of its own; nobody waits for it.
    private func lookForDamage(_ log: Logger) {
        guard case .file = self else { return }
        DispatchQueue.global(qos: .utility).async { [self] in
            guard let archive = try? open(.asIs) else { return }
            archive.flaws(.quick) { result in
                guard case .success(let flaws) = result, let first = flaws.first else { return }
                log.error(
                    "the archive is damaged, `gatewayd check` says more",
                    metadata: [
                        "archive": "\(self)", "first": "\(first)", "flaws": "\(flaws.count)",
                    ]
                )
            }
            archive.closeAndWait()
        }
    }

    private static var maxPauseMs: Int { 2_000 }
}

extension Signals {
    /// True when a signal to stop, which is held while the gateway starts, comes within a time
    /// (sigtimedwait(2)).
    fileprivate static func areToStop(withinMs durationMs: Int) -> Bool {
        var stopping = sigset_t()
        sigemptyset(&stopping)
        for number in [SIGTERM, SIGINT] { sigaddset(&stopping, number) }
        var time = timespec(tv_sec: durationMs / 1_000, tv_nsec: durationMs % 1_000 * 1_000_000)
        return sigtimedwait(&stopping, nil, &time) > 0
    }
}
