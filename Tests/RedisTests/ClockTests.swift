import Glibc
import Protocol
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Redis

@Blocking struct ClockTests {
    @Test func `a fresh loop takes over the time of Redis`() throws {
        let times = Times(aheadMs: -7_200_000)
        let fake = try FakeRedis { times.answer($0) }
        defer { fake.stop() }
        let bench = try Bench(fake.url)
        defer { bench.stop() }
        let clock = bench.startClock()
        bench.connect()
        bench.waitUntil { clock.value.hasAgreed }
        let differenceMs = bench.run { $0.loop.now.ms - times.nowMs }
        #expect(abs(differenceMs) <= 500)
        #expect(!bench.events.now.contains { if case .clockJumped = $0 { true } else { false } })
    }

    @Test func `a clock that jumps is followed slowly, and told of once`() throws {
        let times = Times(aheadMs: 0)
        let fake = try FakeRedis { times.answer($0) }
        defer { fake.stop() }
        let bench = try Bench(fake.url)
        defer { bench.stop() }
        let clock = bench.startClock()
        bench.connect()
        bench.waitUntil { clock.value.hasAgreed }
        let before = bench.run { $0.loop.now }
        times.set(aheadMs: 3_600_000)
        // Asked at every new connection.
        for round in 2...3 {
            _ = bench.ask("QUIT")
            bench.notes.wait(for: "ready", count: round)
            bench.waitUntil { times.asked >= round * RedisClock.sampleCount }
        }
        let jumps = bench.events.wait {
            $0.contains { if case .clockJumped = $0 { true } else { false } }
        }.compactMap { event -> Int64? in
            guard case .clockJumped(let byMs) = event else { return nil }
            return byMs
        }
        #expect(jumps.count == 1)
        #expect(jumps.allSatisfy { abs($0 - 3_600_000) < 1_000 })
        #expect(bench.run { $0.loop.now - before } < 60_000)
    }

    @Test func `the real Redis' time, which is this machine's`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let clock = bench.startClock()
        bench.waitUntil { clock.value.hasAgreed }
        let differenceMs = bench.run { $0.loop.now.ms - Times.wallMs }
        #expect(abs(differenceMs) <= 500)
    }

    @Test(
        arguments: [
            "$-1\r\n", "*2\r\n$1\r\nx\r\n$1\r\n0\r\n", "*2\r\n$2\r\n-1\r\n$1\r\n0\r\n", "*0\r\n",
            "*2\r\n$19\r\n9223372036854775807\r\n$1\r\n0\r\n", "-ERR unknown command\r\n",
            "*2\r\n$1\r\n1\r\n$7\r\n1000000\r\n",
        ]
    ) func `a time that is none changes nothing`(text: String) throws {
        let asked = Atomic(0)
        let fake = try FakeRedis { _ in
            asked.add(1, ordering: .relaxed)
            return Array(text.utf8)
        }
        defer { fake.stop() }
        let bench = try Bench(fake.url)
        defer { bench.stop() }
        let clock = bench.startClock()
        bench.connect()
        bench.waitUntil { asked.load(ordering: .relaxed) > 0 }
        _ = bench.ask("PING")
        #expect(!bench.run { _ in clock.value.hasAgreed })
        #expect(abs(bench.run { $0.loop.now.ms } - Times.wallMs) <= 500)
    }
}

extension Bench {
    fileprivate func startClock() -> Handed<RedisClock> {
        run { [events] link in
            let clock = RedisClock(link) { events.add($0) }
            clock.start()
            return Handed(clock)
        }
    }

    fileprivate func waitUntil(_ isSo: @escaping @Sendable () -> Bool) {
        for _ in 0..<4_000 {
            if run({ _ in isSo() }) { return }
            usleep(5_000)
        }
        Issue.record("did not become so")
    }
}

/// Answers to TIME from a Redis on a machine with another clock.
private final class Times: Sendable {
    private let aheadMs: Atomic<Int64>
    private let askedCount = Atomic(0)

    init(aheadMs: Int64) {
        self.aheadMs = Atomic(aheadMs)
    }

    static var wallMs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    var nowMs: Int64 { Self.wallMs + aheadMs.load(ordering: .relaxed) }
    var asked: Int { askedCount.load(ordering: .relaxed) }

    func set(aheadMs: Int64) {
        self.aheadMs.store(aheadMs, ordering: .relaxed)
    }

    func answer(_ text: String) -> [UInt8]? {
        guard text.contains("TIME") else { return Array("+OK\r\n+one too many\r\n".utf8) }
        askedCount.add(1, ordering: .relaxed)
        let (seconds, microseconds) = ("\(nowMs / 1_000)", "\(nowMs % 1_000 * 1_000)")
        return Array(
            """
            *2\r\n$\(seconds.count)\r\n\(seconds)\r\n$\(microseconds.count)\r\n\(microseconds)\r\n
            """.utf8
        ) + []
    }
}
