import Protocol
import Timers

/// Time that passes only when the simulation says so: it jumps from one deadline to the next.
final class VirtualScheduler: Scheduler {
    private(set) var now = ServerTime(ms: 1_700_000_000_000)
    private var queue = DeadlineQueue<() -> Void>()
    private var turnEnd: [() -> Void] = []

    var nextTime: ServerTime? { queue.nextTime }

    func schedule(at time: ServerTime, _ action: @escaping () -> Void) -> Deadline {
        queue.insert(action, at: time)
    }

    func cancel(_ deadline: Deadline) {
        queue.cancel(deadline)
    }

    func afterTurn(_ action: @escaping () -> Void) {
        turnEnd.append(action)
    }

    func after(_ ms: Int64, _ action: @escaping () -> Void) {
        _ = queue.insert(action, at: now + ms)
    }

    /// Goes to the earliest deadline and runs it.
    ///
    /// - Returns: false when nothing is left to happen.
    func step() -> Bool {
        guard let next = queue.nextTime else { return false }
        now = max(now, next)
        queue.popDue(now: now)?()
        while !turnEnd.isEmpty {
            let actions = turnEnd
            turnEnd.removeAll(keepingCapacity: true)
            for action in actions { action() }
        }
        return true
    }

    /// Set by a jump, until somebody resets it.
    var hasJumped = false

    /// Number of times that the clock jumped: the machine slept, or was starved, and everything due
    /// meanwhile comes late.
    private(set) var jumpCount = 0

    func jump(_ ms: Int64) {
        jumpCount += 1
        now = now + ms
        hasJumped = true
    }
}
