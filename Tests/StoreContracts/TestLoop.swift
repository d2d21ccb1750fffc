import Dispatch
public import Protocol

/// An event loop for tests: a serial queue of its own and a clock that is turned by hand.
public final class TestLoop: Sendable {
    public let scheduler: ManualScheduler
    private let queue: DispatchQueue
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    public init(_ name: String, now: ServerTime = ServerTime(ms: 1_700_000_000_000)) {
        scheduler = ManualScheduler(now: now)
        queue = DispatchQueue(label: name)
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
    }

    public var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
    }

    /// Runs `body` on the loop, from anywhere.
    public func execute(_ body: @escaping @Sendable () -> Void) {
        queue.async { [scheduler] in scheduler.turn(body) }
    }

    /// Lets time pass on the loop.
    public func advance(byMs durationMs: Int64) async {
        await withCheckedContinuation { continuation in
            queue.async { [scheduler] in
                scheduler.advance(byMs: durationMs)
                continuation.resume()
            }
        }
    }
}
