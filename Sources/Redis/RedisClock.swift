import Timers
import Transport

/// Keeps the loop's clock in agreement with that of Redis (TIME), and so with all gateways that use it.
///
/// Confined to the link's loop, and lives until `shutdown`.
public final class RedisClock {
    /// Interval at which Redis is asked, besides each time that the link becomes ready.
    public static let periodMs: Int64 = 10_000
    /// Requests at one time; the one with the shortest round trip counts.
    static let sampleCount = 5
    /// An answer that took longer says too little.
    static let maxRoundTripMs: Int64 = 1_000
    /// A jump beyond this is reported.
    public static let maxJumpMs: Int64 = 250

    private struct Sample {
        let roundTripNs: Int64
        let timeUs: Int64
        /// Half-way between request and answer.
        let middleNs: Int64
    }

    private let link: RedisLink
    private let report: (RedisEvent) -> Void
    private var next: Deadline?
    private var isAsking = false
    private var behindMs: Int64 = 0

    /// Redis has been asked, and the loop's clock is on its way.
    public private(set) var hasAgreed = false

    public init(_ link: RedisLink, report: @escaping (RedisEvent) -> Void) {
        self.link = link
        self.report = report
    }

    public func start() {
        link.loop.preconditionOnLoop()
        guard next == nil else { return }
        link.whenReady { [weak self] in self?.measure() }
        measureAgain()
    }

    public func shutdown() {
        link.loop.preconditionOnLoop()
        if let next { link.loop.cancel(next) }
        next = nil
    }

    private func measureAgain() {
        next = link.loop.schedule(at: link.loop.now + Self.periodMs) { [weak self] in
            self?.measureAgain()
        }
        measure()
    }

    private func measure() {
        guard next != nil, link.isReady, !isAsking else { return }
        isAsking = true
        ask(left: Self.sampleCount, best: nil)
    }

    private func ask(left: Int, best: Sample?) {
        guard left > 0 else { return conclude(best) }
        let askedNs = EventLoop.monotonicNs
        link.send(["TIME"]) { [weak self] result in
            guard let self else { return }
            guard case .success(let reply) = result, let timeUs = Self.microseconds(reply) else {
                return conclude(nil)
            }
            let roundTripNs = EventLoop.monotonicNs - askedNs
            let sample = Sample(
                roundTripNs: roundTripNs,
                timeUs: timeUs,
                middleNs: askedNs + roundTripNs / 2
            )
            let isBest = best.map { sample.roundTripNs < $0.roundTripNs } ?? true
            ask(left: left - 1, best: isBest ? sample : best)
        }
    }

    private func conclude(_ best: Sample?) {
        isAsking = false
        guard let best, best.roundTripNs <= Self.maxRoundTripMs * 1_000_000 else { return }
        let nowBehindMs = link.loop.adjustClock(toUs: best.timeUs, atNs: best.middleNs)
        if abs(nowBehindMs - behindMs) > Self.maxJumpMs {
            report(.clockJumped(byMs: nowBehindMs - behindMs))
        }
        behindMs = nowBehindMs
        hasAgreed = true
    }

    /// TIME: seconds and microseconds since 1970.
    private static func microseconds(_ reply: RedisReply) -> Int64? {
        guard case .array(let items) = reply, items.count == 2,
            case .bytes(let first) = items[0], case .bytes(let second) = items[1],
            let seconds = Int64(String(decoding: first, as: UTF8.self)),
            let microseconds = Int64(String(decoding: second, as: UTF8.self)),
            (0...ServerTime.maxMs / 1_000 - 1).contains(seconds),
            (0..<1_000_000).contains(microseconds)
        else { return nil }
        return seconds * 1_000_000 + microseconds
    }
}
