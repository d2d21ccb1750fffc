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

    /// Why the store can't be used yet.
    private final class Trouble: Sendable {
        private struct State {
            /// Why the last attempt to connect came to nothing.
            var latest: String?
            /// A refusal of the connections' own commands, for want of a right.
            var refusal: String?
            /// Rights that Redis' user lacks; nil until it has said so.
            var missing: [String]?
        }

        private let state = Mutex(State())

        /// - Parameter isOfLink: whether it is of the connection that asks for rights.
        func note(_ event: RedisEvent, isOfLink: Bool) {
            switch event {
            case .lost(let failure, _), .notConnected(let failure, _):
                state.withLock { state in
                    state.latest = "\(failure)"
                    if case .refused(let words) = failure, words.hasPrefix("NOPERM") {
                        state.refusal = words
                        // One that is not let in asks nothing.
                        if isOfLink { state.missing = [] }
                    }
                }
            case .ready, .clockJumped: break
            }
        }

        func note(missing: [String]) {
            state.withLock { $0.missing = missing }
        }

        var knowsRights: Bool { state.withLock { $0.missing != nil } }
        var reason: String { state.withLock { $0.latest } ?? "no answer in time" }

        /// - Parameter isLate: whether no more will be known of what the user may not.
        func refusal(isLate: Bool) -> String? {
            state.withLock { state in
                guard let missing = state.missing else { return isLate ? state.refusal : nil }
                if missing.isEmpty { return state.refusal }
                return "its user may not \(missing.joined(separator: ", "))"
            }
        }
    }

    /// Begins to connect; may be called from any thread but the loop's own.
    ///
    /// - Parameter isFirst: of the stores of all loops; it speaks for them where one is enough.
    static func open(
        _ url: RedisURL,
        on loop: EventLoop,
        isFirst: Bool,
        outbox: @escaping RedisLiveStore.Outbox,
        _ log: Logger
    ) -> SharedLiveStore {
        loop.queue.sync {
            let store = SharedLiveStore(url, on: loop, outbox: outbox, log)
            store.connect(isFirst: isFirst)
            return store
        }
    }

    private init(
        _ url: RedisURL,
        on loop: EventLoop,
        outbox: @escaping RedisLiveStore.Outbox,
        _ log: Logger
    ) {
        let trouble = Trouble()
        func report(ofLink isOfLink: Bool) -> (RedisEvent) -> Void {
            { event in
                trouble.note(event, isOfLink: isOfLink)
                log.redis(event, address: "\(url)")
            }
        }
        self.loop = loop
        self.log = log
        self.trouble = trouble
        address = "\(url)"
        link = RedisLink(url, name: "gatewayd", loop: loop, report: report(ofLink: true))
        subscription = RedisSubscription(
            url,
            name: "gatewayd-news",
            link: link,
            report: report(ofLink: false)
        )
        clock = RedisClock(link, report: report(ofLink: true))
        live = RedisLiveStore(
            link: link,
            subscription: subscription,
            outbox: outbox,
            report: { log.store($0) }
        )
    }

    private func connect(isFirst: Bool) {
        link.whenReady { [link, trouble, log, address] in
            RedisRights.find(link) { missing in
                guard let missing else { return }
                trouble.note(missing: missing)
            }
            guard isFirst else { return }
            RedisRights.findEvictingPolicy(link) { policy in
                guard let policy else { return }
                log.warning(
                    "Redis forgets sessions when its memory is full: set its maxmemory-policy to noeviction",
                    metadata: ["redis": "\(address)", "policy": "\(policy)"]
                )
            }
        }
        clock.start()
        link.connect()
        subscription.connect()
    }

    /// Blocks until the store answers, grants all rights, its news arrive and the clock agrees.
    func wait(until deadline: DispatchTime) throws(StoreUnreachable) {
        let delay = DispatchTimeInterval.milliseconds(20)
        while true {
            if let refusal = trouble.refusal(isLate: false) { throw forbidden(refusal) }
            guard !isReady else { return }
            guard DispatchTime.now() < deadline else { break }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + delay)
        }
        if let refusal = trouble.refusal(isLate: true) { throw forbidden(refusal) }
        throw StoreUnreachable(store: "Redis", address: address, reason: trouble.reason)
    }

    private func forbidden(_ reason: String) -> StoreUnreachable {
        StoreUnreachable(store: "Redis", address: address, reason: reason, fault: .rights)
    }

    private var isReady: Bool {
        loop.queue.sync {
            link.isReady && trouble.knowsRights && subscription.isProven(at: loop.now)
                && clock.hasAgreed
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
