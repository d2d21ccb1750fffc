public import Timers

/// A scheduler whose clock is turned by hand. Confined to its owner.
public final class ManualScheduler: Scheduler, @unchecked Sendable {
    public private(set) var now: ServerTime
    private var scheduled = DeadlineQueue<() -> Void>()
    private var afterTurns: [() -> Void] = []
    private var isInTurn = false

    public init(now: ServerTime = ServerTime(ms: 1_700_000_000_000)) {
        self.now = now
    }

    public func schedule(at time: ServerTime, _ action: @escaping () -> Void) -> Deadline {
        scheduled.insert(action, at: time)
    }

    public func cancel(_ deadline: Deadline) {
        _ = scheduled.cancel(deadline)
    }

    public func afterTurn(_ action: @escaping () -> Void) {
        afterTurns.append(action)
        precondition(isInTurn, "outside of a turn nobody would run it")
    }

    /// One turn: `body`, then work left for the end of the turn, then due deadlines.
    public func turn(_ body: () -> Void) {
        precondition(!isInTurn, "a turn within a turn")
        isInTurn = true
        body()
        finishTurn()
        runDue()
        isInTurn = false
    }

    /// Lets time pass; everything runs at its own time, in order.
    public func advance(byMs durationMs: Int64) {
        precondition(!isInTurn, "time stands still within a turn")
        let end = now + durationMs
        isInTurn = true
        while let next = scheduled.nextTime, next <= end {
            now = max(now, next)
            runDue()
        }
        now = end
        isInTurn = false
    }

    private func finishTurn() {
        while !afterTurns.isEmpty {
            let actions = afterTurns
            afterTurns = []
            for action in actions { action() }
        }
    }

    private func runDue() {
        while let action = scheduled.popDue(now: now) {
            action()
            finishTurn()
        }
    }
}
