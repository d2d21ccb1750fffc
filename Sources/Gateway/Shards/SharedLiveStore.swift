import Dispatch
import LiveStore
import Logging
import Redis
import Synchronization
import Transport

/// One loop's way to the Redis that gateways share: the connections, the clock, and the store that
/// stands on them.
///
/// Confined to the loop, but for `wait`.
final class SharedLiveStore: @unchecked Sendable {
    let live: RedisLiveStore
    private let loop: EventLoop
    private let address: String
    private let log: Logger
    private let link: RedisLink
    private let subscription: RedisSubscription
    private let clock: RedisClock
    private let trouble: Trouble

    /// Why the last attempt to connect came to nothing.
    private final class Trouble: Sendable {
        let latest = Mutex<String?>(nil)

        func note(_ event: RedisEvent) {
            switch event {
            case .lost(let failure, _), .notConnected(let failure, _):
                latest.withLock { $0 = "\(failure)" }
            case .ready, .clockJumped: break
            }
        }
    }

    /// Begins to connect; may be called from any thread but the loop's own.
    static func open(
        _ url: RedisURL,
        on loop: EventLoop,
        outbox: @escaping RedisLiveStore.Outbox,
        _ log: Logger
    ) -> SharedLiveStore {
        loop.queue.sync { SharedLiveStore(url, on: loop, outbox: outbox, log) }
    }

    private init(
        _ url: RedisURL,
        on loop: EventLoop,
        outbox: @escaping RedisLiveStore.Outbox,
        _ log: Logger
    ) {
        let trouble = Trouble()
        let report: (RedisEvent) -> Void = { event in
            trouble.note(event)
            log.redis(event, address: "\(url)")
        }
        self.loop = loop
        self.log = log
        self.trouble = trouble
        address = "\(url)"
        link = RedisLink(url, name: "gatewayd", loop: loop, report: report)
        subscription = RedisSubscription(url, name: "gatewayd-news", link: link, report: report)
        clock = RedisClock(link, report: report)
        live = RedisLiveStore(
            link: link,
            subscription: subscription,
            outbox: outbox,
            report: { log.store($0) }
        )
        clock.start()
        link.connect()
        subscription.connect()
    }

    /// Blocks until the store answers, its news arrive and the clock agrees.
    func wait(until deadline: DispatchTime) throws(StoreUnreachable) {
        let delay = DispatchTimeInterval.milliseconds(20)
        while true {
            guard !isReady else { return }
            guard DispatchTime.now() < deadline else { break }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + delay)
        }
        let reason = trouble.latest.withLock { $0 } ?? "no answer in time"
        throw StoreUnreachable(store: "Redis", address: address, reason: reason)
    }

    private var isReady: Bool {
        loop.queue.sync {
            link.isReady && subscription.isProven(at: loop.now) && clock.hasAgreed
        }
    }

    /// Once the store has let go, and on the loop.
    func shutdown() {
        clock.shutdown()
        subscription.shutdown()
        link.shutdown()
    }
}
