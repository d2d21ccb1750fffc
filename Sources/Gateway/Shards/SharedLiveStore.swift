import Dispatch
import LiveStore
import Logging
import Protocol
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

/// The time that a store has been out of reach, by a question a second.
///
/// Counts questions and not time: a process that stood still has asked none meanwhile.
struct StoreWatch {
    /// Questions without an answer, a second each, after which a store is out of reach.
    private static let mostMisses = 5
    /// Clients are not sent away twice within this, in milliseconds.
    private static let truceMs: Int64 = 60_000

    private var isAnswered = true
    private var missCount = 0
    private var missingSince: ServerTime?
    private var sentAwayAt: ServerTime?
    /// True while the archive is asked if another gateway is better off.
    var isLooking = false

    /// The next question is put.
    mutating func ask(at now: ServerTime) {
        if isAnswered {
            missCount = 0
            missingSince = nil
        } else {
            missCount += 1
            missingSince = missingSince ?? now
        }
        isAnswered = false
    }

    mutating func heard() {
        isAnswered = true
    }

    mutating func sentAway(at now: ServerTime) {
        sentAwayAt = now
    }

    /// Since when the store has been out of reach, where that is for somebody to do something about.
    func strandedSince(at now: ServerTime) -> ServerTime? {
        guard missCount >= Self.mostMisses else { return nil }
        guard sentAwayAt.map({ now - $0 >= Self.truceMs }) ?? true else { return nil }
        return missingSince
    }
}
