import TriptoGame
import Dispatch
import Foundation
import LiveStore
import Protocol
import Redis
import Transport

/// One loop of a gateway with its way to Redis, and its share of the rooms.
///
/// Confined to its loop, but for what blocks.
final class LivingRoomLoop: @unchecked Sendable {
    /// Rooms that are being opened at one time.
    private static let opening = 64

    let loop: EventLoop
    private let link: RedisLink
    private let subscription: RedisSubscription
    private let clock: RedisClock
    private let live: RedisLiveStore
    private let bank: PackageBank
    private var rooms: [LivingRoom] = []
    private var numbers: ArraySlice<Int> = []
    private var missing = 0
    private let isFull = DispatchSemaphore(value: 0)

    init(_ redis: RedisURL, label: String, bank: PackageBank) {
        let loop = EventLoop(label: label)
        self.loop = loop
        self.bank = bank
        (link, subscription, clock, live) = loop.queue.sync {
            let link = RedisLink(redis, name: "bench", loop: loop, report: { _ in })
            let subscription = RedisSubscription(
                redis,
                name: "bench-news",
                link: link,
                report: { _ in }
            )
            let live = RedisLiveStore(
                link: link,
                subscription: subscription,
                outbox: { _, done in done(.success(())) },
                report: { preconditionFailure("the store: \($0)") }
            )
            let clock = RedisClock(link, report: { _ in })
            clock.start()
            link.connect()
            subscription.connect()
            return (link, subscription, clock, live)
        }
    }

    func waitUntilReady() {
        while !loop.queue.sync(execute: {
            clock.hasAgreed && subscription.isProven(at: loop.now)
        }) { usleep(20_000) }
    }

    /// Begins to open rooms.
    func open(_ numbers: [Int]) {
        let fine = loop.queue.sync { FineClock(loop) }
        loop.execute { [self] in
            self.numbers = numbers[...]
            missing = numbers.count
            for _ in 0..<Self.opening { openNext(fine) }
        }
    }

    private func openNext(_ fine: FineClock) {
        guard let number = numbers.popFirst() else { return }
        rooms.append(
            LivingRoom(number, on: loop, fine, live, bank) { [self] in
                missing -= 1
                if missing == 0 { isFull.signal() }
                openNext(fine)
            }
        )
    }

    /// Has all rooms go on, evenly within so many milliseconds.
    func skip(within spanMs: Int64) {
        loop.execute { [self] in
            for (index, room) in rooms.enumerated() {
                let afterMs = spanMs * Int64(index) / Int64(rooms.count)
                _ = loop.schedule(at: loop.now + afterMs) { room.skip() }
            }
        }
    }

    /// - Returns: whether all rooms are there.
    func waitUntilFull(until deadline: DispatchTime) -> Bool {
        isFull.wait(timeout: deadline) == .success
    }

    /// The timers' ends; nil for one that has not been told.
    func told() -> [LivingRoom.Told?] {
        loop.queue.sync { rooms.map(\.told) }
    }

    func shutdown() {
        let isClosed = DispatchSemaphore(value: 0)
        loop.execute { [self] in
            live.close { [self] in
                clock.shutdown()
                subscription.shutdown()
                link.shutdown()
                isClosed.signal()
            }
        }
        isClosed.wait()
        loop.shutdown()
    }
}
