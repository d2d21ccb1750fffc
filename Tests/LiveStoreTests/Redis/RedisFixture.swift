import LiveStore
import StoreContracts
import TestSupport

/// Two gateways and a private Redis, which goes with the last who holds it, with one archive in memory.
final class RedisFixture: Sendable {
    let redis: PrivateRedis
    let outbox = TestOutbox()
    let left: RedisSide
    let right: RedisSide
    private let limits: RedisStoreLimits

    init(_ limits: RedisStoreLimits = .test, redis: PrivateRedis? = nil) async throws {
        let redis = try redis ?? PrivateRedis()
        self.redis = redis
        self.limits = limits
        left = try await RedisSide(redis, outbox: outbox, limits: limits)
        right = try await RedisSide(redis, outbox: outbox, limits: limits)
    }

    deinit {
        left.vanish()
        right.vanish()
    }

    /// Holds on to the fixture.
    var underTest: LiveStoreUnderTest {
        LiveStoreUnderTest(
            on: { side, body in self[side].on { body($0) } },
            isOnLoop: { self[$0].loop.isOnLoop },
            pass: { try? await Task.sleep(for: .milliseconds($0)) },
            presenceTTLMs: Int64(limits.presenceTTLMs),
            followsAtOnce: false,
            journal: {
                try? await self.waitUntilArchived()
                return self.outbox.taken
            },
            setOutbox: { self.outbox.set($0) }
        )
    }

    subscript(side: LiveStoreUnderTest.Side) -> RedisSide {
        switch side {
        case .left: left
        case .right: right
        }
    }

    func waitUntilArchived() async throws {
        try await Patience.wait {
            let kept = [await left.run(\.keptBytes), await right.run(\.keptBytes)]
            return kept == [0, 0]
        }
    }
}

extension RedisStoreLimits {
    /// Nobody waits a minute.
    static var test: RedisStoreLimits {
        var limits = RedisStoreLimits()
        limits.presenceTTLMs = 900
        return limits
    }
}
