import Timers
import Transport

/// Proves that published messages arrive: a message on a channel of its own, sent through the link,
/// has to come back through the subscription.
final class SubscriptionProbe {
    static let periodMs: Int64 = 1_000
    /// After this time without one that came back the subscription counts as dead.
    static let maxAgeMs: Int64 = 4_000

    let channel = "probe:\(UInt64.random(in: 0 ... .max)):\(UInt64.random(in: 0 ... .max))"
    private let link: RedisLink
    private var next: Deadline?
    private(set) var lastProof: ServerTime?
    /// When the first one was sent of those that have not come back, by the monotonic clock.
    private var missingSinceNs: Int64?

    /// Probes are published and none comes back.
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

    /// On a new connection nothing is missing yet.
    func connected() {
        missingSinceNs = nil
    }

    func cameBack() {
        missingSinceNs = nil
        lastProof = link.loop.now
    }

    func isProven(at time: ServerTime) -> Bool {
        // Either way: a clock that is stepped at the start proves nothing.
        lastProof.map { abs(time - $0) <= Self.maxAgeMs } ?? false
    }

    /// Also out of turn, when there is reason to know soon.
    func send() {
        missingSinceNs = missingSinceNs ?? EventLoop.monotonicNs
        link.send(["PUBLISH", .text(channel), ""]) { [weak self] result in
            // Not published: its absence proves nothing.
            if case .failure = result { self?.missingSinceNs = nil }
        }
    }

    private func tick() {
        next = link.loop.schedule(at: link.loop.now + Self.periodMs) { [weak self] in
            self?.tick()
        }
        if let missingSinceNs,
            EventLoop.monotonicNs - missingSinceNs > Self.maxAgeMs * 1_000_000
        {
            failed()
        }
        send()
    }
}
