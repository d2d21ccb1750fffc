import LiveStore
import Redis
import StoreContracts
import Synchronization
import TestSupport
import Transport

/// One gateway's way to a private Redis: a loop, a link, a subscription and a store.
final class RedisSide: Sendable {
    let loop: EventLoop
    let archive: TestOutbox
    private let confined: Confined
    private let told: Told

    private struct Confined: @unchecked Sendable {
        let link: RedisLink
        let subscription: RedisSubscription
        let store: RedisLiveStore
    }

    private final class Told: Sendable {
        let events = Mutex<[RedisStoreEvent]>([])
    }

    /// Its store is ready when this returns.
    init(
        _ redis: PrivateRedis,
        archive: TestOutbox = TestOutbox(),
        limits: RedisStoreLimits = .test,
        connection: RedisLimits = RedisLimits()
    ) async throws {
        let url = try RedisURL("redis://127.0.0.1:\(redis.port)")
        let loop = EventLoop(label: "side")
        let told = Told()
        confined = await withCheckedContinuation { continuation in
            loop.execute {
                let link = RedisLink(url, name: "link", loop: loop, limits: connection) { _ in }
                let subscription = RedisSubscription(url, name: "news", link: link) { _ in }
                let store = RedisLiveStore(
                    link: link,
                    subscription: subscription,
                    limits: limits,
                    outbox: { archive.append($0, $1) },
                    report: { event in told.events.withLock { $0.append(event) } }
                )
                link.connect()
                subscription.connect()
                continuation.resume(
                    returning: Confined(link: link, subscription: subscription, store: store)
                )
            }
        }
        self.loop = loop
        self.archive = archive
        self.told = told
        try await waitUntilReady()
    }

    var events: [RedisStoreEvent] { told.events.withLock { $0 } }

    func on(_ body: @escaping @Sendable (RedisLiveStore) -> Void) {
        loop.execute { [confined] in body(confined.store) }
    }

    func run<Value: Sendable>(
        _ body: @escaping @Sendable (RedisLiveStore) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            on { continuation.resume(returning: body($0)) }
        }
    }

    func ask<Value: Sendable>(
        _ question:
            @escaping @Sendable (
                RedisLiveStore, @escaping (Result<Value, LiveStoreError>) -> Void
            ) -> Void
    ) async -> Result<Value, LiveStoreError> {
        await withCheckedContinuation { continuation in
            on { question($0) { continuation.resume(returning: $0) } }
        }
    }

    func waitUntilReady() async throws {
        try await Patience.wait {
            await withCheckedContinuation { continuation in
                loop.execute { [loop, confined] in
                    let isProven = confined.subscription.isProven(at: loop.now)
                    continuation.resume(returning: confined.link.isReady && isProven)
                }
            }
        }
    }

    func close() async {
        await withCheckedContinuation { continuation in
            on { $0.close { continuation.resume() } }
        }
    }

    /// As by `kill -9`: nothing is sent after it.
    func vanish() {
        loop.execute { [confined] in
            confined.link.shutdown()
            confined.subscription.shutdown()
        }
        loop.shutdown()
    }

    deinit { vanish() }
}
