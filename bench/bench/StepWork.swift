import Dispatch
import Foundation
import GameState
import Glibc
import LiveStore
import Protocol
import Redis
import TestSupport
import Transport

/// Steps of many sessions through the store in Redis, 64 at a time, against the barest
/// compare-and-set by `redis-benchmark`: with the journal, the news, the timers, and an archive that
/// takes everything at once.
enum StepWork {
    private static let depth = 64
    private static let sessionCount = 1_000
    private static let count = 100_000

    static func rows(rounds: Int, scale: Int) throws -> [Row] {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        try RedisWork.commit.prepare(redis)
        var floors: [Double] = []
        var rates: [Double] = []
        var costs: [Double] = []
        for round in 0..<rounds {
            Progress.show("steps: round \(round + 1) of \(rounds)")
            floors.append(try RedisWork.commit.benchmark(redis, count: 400_000 / scale))
            let run = Run(
                try RedisURL("redis+unix://\(redis.socketPath)"),
                round: round,
                count: count / scale
            )
            let (seconds, cpuSeconds) = run.measure()
            rates.append(Double(count / scale) / 1_000 / seconds)
            costs.append(cpuSeconds * 1e6 / Double(count / scale))
        }
        Progress.clear()
        return [
            Row(
                name: "redis: a session's step, 64 deep",
                unit: "k/s",
                floor: ("redis-benchmark", floors),
                gateway: rates,
                isMoreBetter: true
            ),
            Row(name: "redis: the same, CPU of the gateway", unit: "µs", gateway: costs),
        ]
    }

    /// One round on a loop of its own; confined to it.
    private final class Run: @unchecked Sendable {
        private let loop = EventLoop(label: "step work")
        private let link: RedisLink
        private let subscription: RedisSubscription
        private var store: RedisLiveStore?
        private let sessions: [SessionID]
        private var versions: [Int64]
        private let count: Int
        /// Steps that were begun, and that came through.
        private var begun = 0
        private var ended = 0
        private let done = DispatchSemaphore(value: 0)
        private var startNs: Int64 = 0
        private var startCPU: Double = 0
        private var took = (seconds: 0.0, cpuSeconds: 0.0)

        private let body = Array(repeating: UInt8(ascii: "b"), count: 180)
        private let state = LazyState(value: nil) {
            Array(repeating: UInt8(ascii: "s"), count: 4_096)
        }

        init(_ url: RedisURL, round: Int, count: Int) {
            self.count = count
            sessions = (0..<sessionCount).map { SessionID(rawValue: "\(round)x\($0 + 100_000)") }
            versions = Array(repeating: 0, count: sessionCount)
            link = RedisLink(url, name: "bench", loop: loop, report: { _ in })
            subscription = RedisSubscription(url, name: "bench-news", link: link, report: { _ in })
        }

        func measure() -> (seconds: Double, cpuSeconds: Double) {
            loop.execute { [self] in
                store = RedisLiveStore(
                    link: link,
                    subscription: subscription,
                    outbox: { _, done in done(.success(())) },
                    report: { preconditionFailure("\($0)") }
                )
                link.whenReady { [self] in begin() }
                link.connect()
            }
            done.wait()
            loop.shutdown()
            return took
        }

        /// Every session begins before it counts.
        private func begin() {
            for _ in 0..<depth { next() }
        }

        private func next() {
            guard begun < sessionCount + count else { return }
            let index = begun % sessionCount
            begun += 1
            store?.commit(step(index)) { [self] result in
                guard case .success(.committed) = result else {
                    preconditionFailure("\(result)")
                }
                versions[index] += 1
                answered()
            }
        }

        private func answered() {
            ended += 1
            if ended == sessionCount {
                startNs = EventLoop.monotonicNs
                startCPU = Self.cpuSeconds
            }
            next()
            guard ended == sessionCount + count else { return }
            took.seconds = Double(EventLoop.monotonicNs - startNs) / 1e9
            took.cpuSeconds = Self.cpuSeconds - startCPU
            store?.close { [self] in
                link.shutdown()
                subscription.shutdown()
                store = nil
                done.signal()
            }
        }

        /// Every second with a fact, every fourth with another timer.
        private func step(_ index: Int) -> Commit {
            let version = versions[index] + 1
            let (session, body) = (sessions[index], body)
            let phase = ServerTime(ms: 1_900_000_000_000 + version / 4 * 30_000)
            let facts: [Fact] = [
                .answered(
                    RoundID(rawValue: "r1"),
                    PlayerID(rawValue: "p1"),
                    question: 0,
                    stake: 8,
                    text: "Paris"
                )
            ]
            return Commit(
                session: session,
                expectedVersion: version - 1,
                version: version,
                state: state,
                entry: JournalEntry(
                    session: session,
                    version: version,
                    at: loop.now,
                    facts: version.isMultiple(of: 2) ? facts : []
                ) { body },
                seating: nil,
                claims: .none,
                timers: [
                    GameTimer(id: TimerID(rawValue: "level"), startAt: phase, durationMs: 30_000)
                ]
            )
        }

        /// Of this process (clock_gettime(2)).
        private static var cpuSeconds: Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }
}
