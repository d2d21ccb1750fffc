import Dispatch
import Synchronization
public import Timers

/// Tasks that prefer a loop run on it, each part between two `await` at the end of a turn: for what is rare
/// and waits for several answers (docs/decisions/0038-cold-paths-are-tasks.md).
extension EventLoop: TaskExecutor {
    /// After `shutdown` parts run on the queue, without turns; completions that wake them end with it.
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

    private func runJobsLater() { queue.async { self.runJobs() } }

    /// Called once the loop has ended, and with it what had been asked to run them.
    func endJobs() {
        jobs.end()
        runJobsLater()
    }

    /// Waits on the loop: until a time, or until the loop ends.
    public func sleep(until time: ServerTime) async {
        await withCheckedContinuation { continuation in
            guard let sleeper = jobs.sleep(continuation) else { return continuation.resume() }
            _ = schedule(at: time) { [jobs] in jobs.wake(sleeper) }
        }
    }
}

/// Parts of tasks that a loop is to run, in order, and tasks that it is to wake.
final class JobQueue: Sendable {
    enum Place {
        case isFirst
        /// The first has asked for the loop.
        case waits
        /// The loop has ended.
        case isLate
    }

    private struct State {
        var waiting: [UnownedJob] = []
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastSleeper = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

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

    /// - Returns: the sleeper's number; nil once the loop has ended, for nobody would wake it.
    func sleep(_ continuation: CheckedContinuation<Void, Never>) -> Int? {
        state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.lastSleeper += 1
            state.sleepers[state.lastSleeper] = continuation
            return state.lastSleeper
        }
    }

    func wake(_ sleeper: Int) {
        state.withLock { $0.sleepers.removeValue(forKey: sleeper) }?.resume()
    }

    /// Tasks that sleep are woken: no timer will.
    func end() {
        let sleepers = state.withLock { state in
            state.hasEnded = true
            return exchange(&state.sleepers, with: [:])
        }
        for continuation in sleepers.values { continuation.resume() }
    }
}
