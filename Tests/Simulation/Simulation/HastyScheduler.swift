import Protocol
import Timers

/// A clock that is ahead of the truth: deadlines come early.
final class HastyScheduler: Scheduler {
    private let scheduler: VirtualScheduler

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    var now: ServerTime { scheduler.now + 40 }

    func schedule(at time: ServerTime, _ action: @escaping () -> Void) -> Deadline {
        scheduler.schedule(at: time + -40, action)
    }

    func cancel(_ deadline: Deadline) { scheduler.cancel(deadline) }
    func afterTurn(_ action: @escaping () -> Void) { scheduler.afterTurn(action) }
}
