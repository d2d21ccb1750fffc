import LiveStore
import StoreContracts
import TestSupport

/// Two gateways and a private Redis, which goes with the last reference to it.
final class RedisFixture: Sendable {
    let redis: PrivateRedis
    let left: RedisSide
    let right: RedisSide
    private let limits: RedisStoreLimits

    /// - Parameter isShared: whether both have one archive; else each has its own, to show which
    ///   gateway archived what.
    init(
        _ limits: RedisStoreLimits = .test,
        redis: PrivateRedis? = nil,
        isShared: Bool = true
    ) async throws {
        let redis = try redis ?? PrivateRedis()
        self.redis = redis
        self.limits = limits
        left = try await RedisSide(redis, limits: limits)
        let archive = isShared ? left.archive : TestOutbox()
        right = try await RedisSide(redis, archive: archive, limits: limits)
    }

    /// Limits that make archiving happen soon.
    static func hasty(
        _ change: (inout RedisStoreLimits) -> Void = { _ in }
    ) async throws -> RedisFixture {
        var limits = RedisStoreLimits.test
        limits.adoptionMs = 400
        limits.adoptingMs = 100
        limits.markMs = 100
        limits.quietMs = 200
        limits.sweepMs = 50
        limits.firstRetryMs = 20
        limits.maxRetryMs = 100
        change(&limits)
        return try await RedisFixture(limits, isShared: false)
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
                return self.left.archive.taken
            },
            setOutbox: { self.left.archive.set($0) }
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
        limits.presenceTTLMs = 1_500
        limits.settlingMs = 0
        return limits
    }
}
