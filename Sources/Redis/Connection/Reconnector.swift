import Timers
import Transport

/// Keeps one connection up: dials, waits a little longer after each failure, for ever.
final class Reconnector {
    private enum State {
        case idle
        case dialing(Dialer)
        case ready(RedisPipeline)
        case waiting(Deadline)
        case shutDown
    }

    let loop: EventLoop
    private let url: RedisURL
    private let name: String
    private let limits: RedisLimits
    private let report: (RedisEvent) -> Void
    private var state = State.idle
    private var backOff = BackOff()
    private var readyNs: Int64 = 0
    private var attempts = 0
    /// Why there is no connection at present.
    private(set) var failure = RedisFailure.notConnected

    var becameReady: (RedisPipeline, RedisAddress) -> Void = { _, _ in }
    /// Called when a connection that was ready is lost.
    var becameLost: (RedisFailure) -> Void = { _ in }

    init(
        _ url: RedisURL,
        name: String,
        loop: EventLoop,
        limits: RedisLimits,
        report: @escaping (RedisEvent) -> Void
    ) {
        self.url = url
        self.name = name
        self.loop = loop
        self.limits = limits
        self.report = report
    }

    var pipeline: RedisPipeline? {
        guard case .ready(let pipeline) = state else { return nil }
        return pipeline
    }

    func start() {
        guard case .idle = state else { return }
        dial()
    }

    func shutdown() {
        let old = state
        state = .shutDown
        failure = .shutDown
        switch old {
        case .dialing(let dialer): dialer.cancel()
        case .ready(let pipeline): pipeline.end(.shutDown)
        case .waiting(let deadline): loop.cancel(deadline)
        case .idle, .shutDown: break
        }
        becameReady = { _, _ in }
        becameLost = { _ in }
    }

    private func dial() {
        let dialer = Dialer(url, name: name, loop: loop, limits: limits) { [weak self] in
            self?.dialed($0)
        }
        state = .dialing(dialer)
        dialer.dial(firstSentinel: attempts)
        attempts += 1
    }

    private func dialed(_ outcome: Dialer.Outcome) {
        guard case .dialing = state else { return }
        switch outcome {
        case .success(let (pipeline, address)):
            state = .ready(pipeline)
            readyNs = EventLoop.monotonicNs
            pipeline.ended = { [weak self] in self?.lost($0) }
            becameReady(pipeline, address)
        case .failure(let failure):
            report(.notConnected(failure, retryMs: retry(failure)))
        }
    }

    private func lost(_ failure: RedisFailure) {
        guard case .ready = state else { return }
        // A connection that was gone at once is no better than none.
        if EventLoop.monotonicNs - readyNs >= BackOff.maxMs * 1_000_000 { backOff.reset() }
        report(.lost(failure, retryMs: retry(failure)))
        becameLost(failure)
    }

    private func retry(_ failure: RedisFailure) -> Int64 {
        self.failure = failure
        let delayMs = backOff.delayMs(random: .random(in: 0..<1))
        state = .waiting(loop.schedule(at: loop.now + delayMs) { [weak self] in self?.dial() })
        return delayMs
    }
}

/// Delay before the next attempt: twice as long each time, and somewhere between half of that and
/// all of it, so that many clients of one server do not come at once.
struct BackOff {
    static let minMs: Int64 = 50
    static let maxMs: Int64 = 2_000

    private var nextMs = minMs

    /// - Parameter random: 0 ..< 1.
    mutating func delayMs(random: Double) -> Int64 {
        let longest = nextMs
        nextMs = min(nextMs * 2, Self.maxMs)
        return longest / 2 + Int64(Double(longest - longest / 2) * random)
    }

    mutating func reset() {
        nextMs = Self.minMs
    }
}
