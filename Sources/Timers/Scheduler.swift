/// Tells the time and runs things later, on one serial queue.
///
/// An event loop is one; a simulation brings its own with a clock that it turns by hand. Everything
/// here is called on that queue.
public protocol Scheduler: AnyObject {
    var now: ServerTime { get }

    /// Runs `action` once at `time` or soon after, never before it; at the end of this turn if it is
    /// past already.
    func schedule(at time: ServerTime, _ action: @escaping () -> Void) -> Deadline

    /// Forgets a deadline; harmless when it has fired or is unknown.
    func cancel(_ deadline: Deadline)

    /// Runs `action` at the end of the current turn.
    func afterTurn(_ action: @escaping () -> Void)
}
