import Synchronization

/// A value that one thread waits for and another sets, once.
final class Latch<Value: Sendable>: Sendable {
    private let kept = Mutex<Value?>(nil)

    var value: Value? { kept.withLock { $0 } }

    func set(_ value: Value) {
        kept.withLock { kept in
            if kept == nil { kept = value }
        }
    }
}
