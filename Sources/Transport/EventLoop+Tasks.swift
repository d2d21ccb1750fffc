import Dispatch
import Synchronization
public import Timers

/// Tasks that prefer a loop run on it, each part between two `await` at the end of a turn: for what is rare
/// and waits for several answers (docs/decisions/0038-cold-paths-are-tasks.md).
extension EventLoop: TaskExecutor {
    /// After `shutdown` parts run on the queue, without turns; timers and completions that wake them end with it.
    public func enqueue(_ job: consuming ExecutorJob) {
        switch jobs.put(UnownedJob(job)) {
        case .waits: break
        case .isFirst: execute { self.runJobs() }
        case .isLate: runJobsLater()
        }
    }

    private func runJobs() {
        for job in jobs.take() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func runJobsLater() {
        queue.async { self.runJobs() }
    }

    /// Called once the loop has ended, and with it what had been asked to run them.
    func endJobs() {
        jobs.end()
        runJobsLater()
    }

    /// Waits on the loop.
    public func sleep(until time: ServerTime) async {
        await withCheckedContinuation { continuation in
            _ = schedule(at: time) { continuation.resume() }
        }
    }
}

/// Parts of tasks that a loop is to run, in order.
final class JobQueue: Sendable {
    enum Place {
        case isFirst
        /// The first has asked for the loop.
        case waits
        /// The loop has ended.
        case isLate
    }

    private let state = Mutex((waiting: [UnownedJob](), hasEnded: false))

    func put(_ job: UnownedJob) -> Place {
        state.withLock { state in
            state.waiting.append(job)
            if state.hasEnded { return .isLate }
            return state.waiting.count == 1 ? .isFirst : .waits
        }
    }

    func take() -> [UnownedJob] {
        state.withLock { state in exchange(&state.waiting, with: []) }
    }

    func end() {
        state.withLock { state in state.hasEnded = true }
    }
}
