import Dispatch
import Foundation
import Gateway
import Glibc
import Logging
import Synchronization

/// What the operator says to a running process.
///
/// Its sources live as long as the process; nothing here changes after `init` but the flag.
final class Signals: @unchecked Sendable {
    private let gateway: Gateway
    private let configuration: Configuration
    private let level: LogLevel
    private let log: Logger
    private let isDraining = Mutex(false)
    private let over = DispatchSemaphore(value: 0)
    private var sources: [any DispatchSourceSignal] = []

    init(_ gateway: Gateway, _ configuration: Configuration, _ level: LogLevel, _ log: Logger) {
        self.gateway = gateway
        self.configuration = configuration
        self.level = level
        self.log = log
        let queue = DispatchQueue(label: "signals")
        for number in [SIGTERM, SIGINT, SIGHUP] {
            // Dispatch hears of it only if the signal's own action does not come first (signal(2)).
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.received(number) }
            source.activate()
            sources.append(source)
        }
    }

    /// Blocks until the gateway has drained.
    func wait() {
        over.wait()
    }

    private func received(_ number: Int32) {
        if number == SIGHUP { reload() } else { stop() }
    }

    private func stop() {
        let isSecond = isDraining.withLock { isDraining in
            defer { isDraining = true }
            return isDraining
        }
        if isSecond {
            log.warning("ending at once")
            exit(0)
        }
        log.info("draining", metadata: ["atMostMs": "\(configuration.drainMs)"])
        gateway.drain { [over, log] in
            log.info("drained")
            over.signal()
        }
    }

    private func reload() {
        do {
            try gateway.reloadCertificates()
            log.info("certificates read anew")
        } catch {
            log.error("certificates can't be read, the old ones stay: \(error)")
        }
        let path = configuration.dataDirectory + "/log-level"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let newLevel = Logger.Level(rawValue: name) {
            level.current = newLevel
            log.info("log level is \(name) now")
        } else {
            log.error("\(path): '\(name)' is no log level")
        }
    }
}
