import Protocol
import Timers
import Transport

/// Proves that what is published arrives: a message on a channel of its own, sent through the link, has
/// to come back through the subscription.
final class SubscriptionProbe {
    static let periodMs: Int64 = 1_000
    /// After this time without one that came back the subscription counts as dead.
    static let maxAgeMs: Int64 = 4_000

    let channel = "probe:\(UInt64.random(in: 0 ... .max)):\(UInt64.random(in: 0 ... .max))"
    private let link: RedisLink
    private var next: Deadline?
    private(set) var lastProof: ServerTime?
    /// The same by the monotonic clock, or when this connection began.
    private var aliveNs: Int64?

    /// Probes are sent and none comes back.
    var failed: () -> Void = {}

    init(_ link: RedisLink) {
        self.link = link
    }

    func start() {
        guard next == nil else { return }
        tick()
    }

    func shutdown() {
        if let next { link.loop.cancel(next) }
        next = nil
        failed = {}
    }

    func connected() {
        aliveNs = EventLoop.monotonicNs
    }

    func cameBack() {
        aliveNs = EventLoop.monotonicNs
        lastProof = link.loop.now
    }

    func isProven(at time: ServerTime) -> Bool {
        // Either way: a clock that is stepped at the start proves nothing.
        lastProof.map { abs(time - $0) <= Self.maxAgeMs } ?? false
    }

    /// Out of turn, when there is reason to know soon.
    func send() {
        link.send(["PUBLISH", .text(channel), ""]) { _ in }
    }

    private func tick() {
        next = link.loop.schedule(at: link.loop.now + Self.periodMs) { [weak self] in
            self?.tick()
        }
        // Without a link nothing can be published: that the subscription is silent says nothing.
        guard link.isReady else { return }
        if let aliveNs, EventLoop.monotonicNs - aliveNs > Self.maxAgeMs * 1_000_000 {
            self.aliveNs = nil
            failed()
        }
        send()
    }
}
