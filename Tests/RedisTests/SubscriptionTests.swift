import Protocol
import TestSupport
import Testing

@testable import Redis

@Blocking struct SubscriptionTests {
    @Test func `messages come, also after a restart of Redis, and that some were missed is told`()
        throws
    {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        hearing.subscribe("before")
        hearing.connect()
        hearing.subscribe("a")
        hearing.notes.wait(for: "active before")
        hearing.notes.wait(for: "active a")
        try redis.command(["PUBLISH", "a", "1"])
        try redis.command(["PUBLISH", "before", "2"])
        hearing.notes.wait(for: "before: 2")
        #expect(hearing.notes.now.contains("a: 1"))
        #expect(!hearing.notes.now.contains("resubscribed"))
        redis.kill()
        hearing.events.wait { $0.contains { RedisEvents.failure($0) == .closedByServer } }
        hearing.subscribe("meanwhile")
        try redis.start()
        hearing.notes.wait(for: "resubscribed")
        hearing.notes.wait(for: "active meanwhile")
        for channel in ["a", "before", "meanwhile"] {
            try redis.command(["PUBLISH", channel, "3"])
            hearing.notes.wait(for: "\(channel): 3")
        }
        #expect(hearing.notes.now.count { $0.hasPrefix("active") } == 3)
    }

    @Test func `what is unsubscribed is not heard, and a new handler takes the old one's place`()
        throws
    {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        hearing.connect()
        hearing.subscribe("a")
        hearing.notes.wait(for: "active a")
        hearing.run { [notes = hearing.notes] subscription in
            subscription.unsubscribe("a")
            try? subscription.subscribe("b", whenActive: { notes.add("never") }) { _ in }
            subscription.unsubscribe("b")
            subscription.unsubscribe("never there")
            try? subscription.subscribe("c") { _ in notes.add("old") }
            try? subscription.subscribe("c", whenActive: { notes.add("active c") }) { _ in
                notes.add("new")
            }
        }
        hearing.notes.wait(for: "active c")
        for channel in ["a", "b", "c"] { try redis.command(["PUBLISH", channel, "x"]) }
        hearing.notes.wait(for: "new")
        #expect(hearing.notes.now == ["active a", "active c", "new"])
        #expect(try redis.command(["PUBSUB", "NUMSUB", "a", "b", "c"]) == "a\n0\nb\n0\nc\n1")
    }

    @Test func `when it is active nothing that is published from then on is missed`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        hearing.connect()
        for round in 0..<100 {
            bench.run { link in
                // Its predecessor's confirmation is still on its way then.
                try? hearing.subscription.subscribe("a") { _ in }
                hearing.subscription.unsubscribe("a")
                let active = { link.send(["PUBLISH", "a", .integer(Int64(round))]) { _ in } }
                try? hearing.subscription.subscribe("a", whenActive: active) {
                    hearing.notes.add(String(decoding: $0, as: UTF8.self))
                }
            }
            hearing.notes.wait(for: "\(round)")
        }
        #expect(hearing.notes.now == (0..<100).map { "\($0)" })
    }

    @Test func `any bytes are heard, in the order they were published`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        hearing.connect()
        let messages = [0, 1, 1_000, 100_000, 3 << 20, 5].map { count in
            (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        }
        let heard = Happened<[UInt8]>()
        bench.run { link in
            try? hearing.subscription.subscribe(
                "a",
                whenActive: {
                    for message in messages {
                        link.send(["PUBLISH", "a", .bytes(message)]) { _ in }
                    }
                },
                { heard.add($0) }
            )
        }
        #expect(heard.wait { $0.count == messages.count } == messages)
    }

    @Test func `twenty thousand channels`() throws {
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        hearing.connect()
        let count = 20_000
        hearing.run { [notes = hearing.notes] subscription in
            for number in 0..<count {
                try? subscription.subscribe("session:{\(number)}:changes") { _ in
                    notes.add("\(number)")
                }
            }
        }
        hearing.subscribe("last")
        hearing.notes.wait(for: "active last")
        try redis.command(["CLIENT", "KILL", "TYPE", "pubsub"])
        hearing.notes.wait(for: "resubscribed")
        #expect(
            try redis.command(["PUBSUB", "NUMSUB", "session:{19999}:changes"]).hasSuffix("\n1")
        )
        for number in [0, 4_711, count - 1] {
            try redis.command(["PUBLISH", "session:{\(number)}:changes", "x"])
            hearing.notes.wait(for: "\(number)")
        }
    }

    @Test func `a connection that is lost while channels are still being confirmed counts`() throws
    {
        // After the greeting: one channel is confirmed, then the connection breaks.
        let confirmation = "*3\r\n$9\r\nsubscribe\r\n$1\r\na\r\n:1\r\n"
        let fake = try FakeRedis(answers: confirmation + confirmation + "broken")
        defer { fake.stop() }
        let (redis, bench) = try Bench.withRedis()
        defer { bench.stop(redis) }
        let relay = try Relay(
            toPort: try #require(UInt16(fake.url.split(separator: ":").last ?? ""))
        )
        defer { relay.stop() }
        let hearing = try Hearing(relay.url, bench)
        defer { hearing.stop() }
        for channel in ["a", "b", "c"] { hearing.subscribe(channel) }
        hearing.connect()
        hearing.events.wait { !$0.isEmpty }
        relay.lead(toPort: redis.port)
        hearing.notes.wait(for: "resubscribed")
    }

    @Test func `there may be only so many channels`() throws {
        let redis = try PrivateRedis()
        let bench = try Bench(redis.url)
        defer { bench.stop(redis) }
        let hearing = try Hearing(redis.url, bench)
        defer { hearing.stop() }
        let error = hearing.run { subscription -> RedisError? in
            do throws(RedisError) {
                for number in 0..<RedisSubscription.maxChannels {
                    try subscription.subscribe("\(number)") { _ in }
                }
                // Another handler is not another channel.
                try subscription.subscribe("7") { _ in }
                try subscription.subscribe("one more") { _ in }
                return nil
            } catch {
                return error
            }
        }
        #expect(error == .unavailable(.tooManyChannels))
    }
}
