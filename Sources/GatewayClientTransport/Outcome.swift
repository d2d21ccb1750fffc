import Dispatch
import Synchronization
public import Transport

/// Begins something on a loop, and waits for what it hands over. For a thread that is not the loop's,
/// such as that of the clients' owner.
///
/// - Parameter work: hands its outcome over once, at any time.
public func outcome<Value: Sendable>(
    on loop: EventLoop,
    _ work: @escaping @Sendable (_ done: @escaping (Value) -> Void) -> Void
) -> Value {
    let handed = Mutex<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    loop.execute {
        work { value in
            handed.withLock { $0 = value }
            isDone.signal()
        }
    }
    isDone.wait()
    guard let value = handed.withLock({ $0 }) else { preconditionFailure("no outcome") }
    return value
}
