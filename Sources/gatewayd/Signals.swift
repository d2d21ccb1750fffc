import Dispatch
import Foundation
import Gateway
import Glibc
import Logging
import Synchronization

/// Signals from the operator to a running process.
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

    private static let numbers = [SIGTERM, SIGINT, SIGHUP]

    /// Holds these signals until somebody listens, so that none is lost, and none ends the process
    /// undrained, while the gateway starts.
    ///
    /// To be called before there is a second thread: all others inherit it (pthread_sigmask(3)).
    static func hold() {
        var held = sigset_t()
        sigemptyset(&held)
        for number in numbers { sigaddset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    init(_ gateway: Gateway, _ configuration: Configuration, _ level: LogLevel, _ log: Logger) {
        self.gateway = gateway
        self.configuration = configuration
        self.level = level
        self.log = log
        let queue = DispatchQueue(label: "signals")
        for number in Self.numbers {
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
        if configuration.tls != nil { reloadCertificates() }
        let path = configuration.dataDirectory + "/log-level"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            if configuration.tls == nil { log.info("nothing to read anew: no TLS, no \(path)") }
            return
        }
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let newLevel = Logger.Level(rawValue: name) {
            level.current = newLevel
            log.info("log level is \(name) now")
        } else {
            log.error(
                "the log level stays as it is: the file names none",
                metadata: [
                    "file": "\(path)", "reason": "'\(name)' is none of \(Logger.Level.names)",
                ]
            )
        }
    }

    private func reloadCertificates() {
        do {
            try gateway.reloadCertificates()
            log.info("certificates read anew")
        } catch {
            log.error("certificates can't be read, the old ones stay", error: error)
        }
    }
}
