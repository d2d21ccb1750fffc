import Protocol
import TestSupport
import Testing
import Transport

@testable import Redis

@Blocking struct ProbeTests {
    @Test func `it is proven soon, no more once Redis is silent, and again when it goes on`() throws
    {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        #expect(!hearing.isProven)
        hearing.connect()
        #expect(hearing.waitUntil { $0 })
        redis.pause()
        let pausedNs = EventLoop.monotonicNs
        #expect(hearing.waitUntil { !$0 })
        // As old as the last proof may be, and less than a whole probe more.
        let tookMs = (EventLoop.monotonicNs - pausedNs) / 1_000_000
        #expect(tookMs >= SubscriptionProbe.maxAgeMs - SubscriptionProbe.periodMs - 100)
        redis.resume()
        #expect(hearing.waitUntil { $0 })
        // The connection was not to blame.
        #expect(hearing.events.failures.isEmpty)
    }

    @Test func `a way that swallows what is published is found out, and made anew`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let way = try Relay(toPort: redis.port)
        defer { way.stop() }
        let hearing = try Hearing(way.url, bench)
        defer { hearing.stop() }
        hearing.connect()
        hearing.subscribe("a")
        #expect(hearing.waitUntil { $0 })
        way.swallow()
        hearing.events.wait { $0.contains { RedisEvents.failure($0) == .unproven } }
        #expect(!hearing.isProven)
        // A new connection is let through.
        hearing.notes.wait(for: "resubscribed")
        #expect(hearing.waitUntil { $0 })
        try redis.command(["PUBLISH", "a", "1"])
        hearing.notes.wait(for: "a: 1")
    }

    @Test func `a clock that is stepped proves nothing`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        hearing.connect()
        #expect(hearing.waitUntil { $0 })
        let age = hearing.run { $0.lastProof }
        let proof = try #require(age)
        for (ms, isProven) in [
            (-4_001, false), (-4_000, true), (0, true), (4_000, true), (4_001, false),
        ] {
            // Before the next one comes back.
            let answers = hearing.run { ($0.lastProof, $0.isProven(at: proof + Int64(ms))) }
            #expect(answers.1 == isProven || answers.0 != proof)
        }
    }
}
