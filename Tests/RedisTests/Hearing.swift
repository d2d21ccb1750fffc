import Dispatch
import Glibc
import Transport

@testable import Redis

/// A subscription on a bench's loop, and the messages it hears.
final class Hearing: @unchecked Sendable {
    let subscription: RedisSubscription
    let notes = Notes()
    let events = RedisEvents()
    private let bench: Bench

    init(_ url: String, _ bench: Bench) throws {
        self.bench = bench
        let events = events
        let url = try RedisURL(url)
        let made = bench.run { link in
            Handed(RedisSubscription(url, name: "hearing", link: link) { events.add($0) })
        }
        subscription = made.value
    }

    func run<Result: Sendable>(
        _ work: @escaping @Sendable (RedisSubscription) -> Result
    ) -> Result {
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

    var isProven: Bool {
        run { $0.isProven(at: $0.loop.now) }
    }

    /// Polls until the proof is as wanted.
    func waitUntil(_ isWanted: (Bool) -> Bool) -> Bool {
        let end = DispatchTime.now() + Notes.patience
        while DispatchTime.now() < end {
            if isWanted(isProven) { return true }
            usleep(5_000)
        }
        return false
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
