import Dispatch
import FoundationEssentials
public import Logging
import Metrics
public import OpenSSL
import Synchronization
import Transport

/// Sends what went wrong to a server that speaks Sentry's protocol. May be used from any thread, and
/// keeps nobody waiting but who flushes.
///
/// Reports that are too many, or not taken, are dropped and counted: the log has them all.
public final class ErrorTracker: Sendable {
    /// Reports that wait for earlier ones.
    static let maxQueued = 64
    /// Of its own log lines, none of which is reported.
    static let label = "error-tracking"

    private struct State {
        var queue: [(report: ErrorReport, seenAt: Date)] = []
        var isSending = false
        var throttle = Throttle()
        var flushing: [DispatchSemaphore] = []
    }

    private let state = Mutex(State())
    private let loop = EventLoop(label: ErrorTracker.label)
    private let courier: Confined
    private let dropped = ErrorTracker.counter("dropped")
    private let sent = ErrorTracker.counter("sent")
    private let failed = ErrorTracker.counter("failed")

    /// Used on the loop alone.
    private struct Confined: @unchecked Sendable {
        let courier: Courier
    }

    /// - Parameters:
    ///   - release: such as "tripto-gateway@1.0.0".
    ///   - name: of the client, such as "tripto-gateway/1.0.0".
    public init(
        to dsn: DSN,
        client name: String,
        release: String,
        environment: String
    ) throws(TLSConfigurationError) {
        courier = Confined(
            courier: try Courier(
                dsn,
                client: name,
                release: release,
                environment: environment,
                on: loop
            )
        )
    }

    /// After the metrics system is there.
    private static func counter(_ outcome: String) -> Counter {
        Counter(label: "gateway_error_events_total", dimensions: [("outcome", outcome)])
    }

    /// Reports an event of the log, if it is one to be reported.
    public func note(_ event: LogEvent, logger: String, metadata: Logger.Metadata) {
        guard logger != Self.label,
            let report = ErrorReport(event, logger: logger, metadata: metadata)
        else { return }
        let nowMs = EventLoop.monotonicNs / 1_000_000
        let (isTaken, isFirst) = state.withLock { state in
            guard state.queue.count < Self.maxQueued,
                state.throttle.admits(report.fingerprint, atMs: nowMs)
            else { return (false, false) }
            state.queue.append((report, Date()))
            defer { state.isSending = true }
            return (true, !state.isSending)
        }
        if !isTaken { dropped.increment() }
        if isFirst { loop.execute { self.sendNext() } }
    }

    /// Blocks until everything is sent or has failed, or the time is up.
    public func flush(withinMs: Int) {
        let over = DispatchSemaphore(value: 0)
        let isIdle = state.withLock { state in
            if state.isSending { state.flushing.append(over) }
            return !state.isSending
        }
        if !isIdle { _ = over.wait(timeout: .now() + .milliseconds(withinMs)) }
    }

    /// On the loop.
    private func sendNext() {
        let next = state.withLock { state -> (report: ErrorReport, seenAt: Date)? in
            if !state.queue.isEmpty { return state.queue.removeFirst() }
            state.isSending = false
            for waiting in state.flushing { waiting.signal() }
            state.flushing = []
            return nil
        }
        guard let next else { return courier.courier.rest() }
        courier.courier.send(Envelope(next.report, seenAt: next.seenAt)) { outcome in
            switch outcome {
            case .sent: self.sent.increment()
            case .dropped: self.dropped.increment()
            case .failed: self.failed.increment()
            }
            // From a turn of its own: many that are dropped at once are no recursion.
            self.loop.execute { self.sendNext() }
        }
    }
}
