import Protocol
import Timers

/// A clock that forgets deadlines later than a room's next beat.
final class ForgetfulScheduler: Scheduler {
    private static let memoryMs: Int64 = 12_000

    private let scheduler: VirtualScheduler

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    var now: ServerTime { scheduler.now }

    func schedule(at time: ServerTime, _ action: @escaping () -> Void) -> Deadline {
        scheduler.schedule(at: time, time - now > Self.memoryMs ? {} : action)
    }

    func cancel(_ deadline: Deadline) { scheduler.cancel(deadline) }
    func afterTurn(_ action: @escaping () -> Void) { scheduler.afterTurn(action) }
}
