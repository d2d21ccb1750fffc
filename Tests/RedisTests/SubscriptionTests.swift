import TestSupport
import Testing

@testable import Redis

struct SubscriptionTests {
    @Test func `messages come, also after a restart of Redis, and that some were missed is told`()
        throws
    {
        let redis = try PrivateRedis()
        defer { redis.kill() }
        let url = "redis://127.0.0.1:\(redis.port)"
        let bench = try Bench(url)
        defer { bench.stop() }
        let hearing = try Hearing(url, bench)
        defer { hearing.stop() }
        bench.connect()
        hearing.connect()
        hearing.subscribe("a")
        hearing.subscribe("b")
        hearing.notes.wait(for: "active b")
        try redis.command(["PUBLISH", "a", "1"])
        try redis.command(["PUBLISH", "b", "2"])
        hearing.notes.wait(for: "b: 2")
        redis.kill()
        try redis.start()
        hearing.notes.wait(for: "resubscribed")
        try redis.command(["PUBLISH", "a", "3"])
        hearing.notes.wait(for: "a: 3")
        #expect(hearing.notes.now.contains("a: 1"))
    }
}

/// A subscription on a bench's loop.
final class Hearing: @unchecked Sendable {
    let subscription: RedisSubscription
    let notes = Notes()
    private let bench: Bench

    init(_ url: String, _ bench: Bench) throws {
        self.bench = bench
        let notes = notes
        let url = try RedisURL(url)
        subscription =
            bench.run { link in
                Handed(
                    RedisSubscription(url, name: "test-hears", link: link) { notes.add("\($0)") }
                )
            }.value
    }

    func run<Result: Sendable>(_ work: @escaping @Sendable (RedisSubscription) -> Result) -> Result
    {
        bench.loop.run { [self] in work(subscription) }
    }

    func connect() {
        run { [notes] subscription in
            subscription.whenResubscribed = { notes.add("resubscribed") }
            subscription.connect()
        }
    }

    func subscribe(_ channel: String) {
        run { [notes] subscription in
            try? subscription.subscribe(channel, whenActive: { notes.add("active \(channel)") }) {
                notes.add("\(channel): \(String(decoding: $0, as: UTF8.self))")
            }
        }
    }

    func stop() {
        run { $0.shutdown() }
    }
}

/// Carries a confined object from its loop to the test, which uses it on the loop only.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
