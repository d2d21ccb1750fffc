import Dispatch

/// Runs tests that wait for servers: one at a time, on a thread of their own. The common pool has
/// as many as there are cores, and all other tests would wait as well.
@globalActor public actor Blocking {
    public static let shared = Blocking()

    private let executor = Executor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private final class Executor: SerialExecutor {
        private let queue = DispatchQueue(label: "blocking tests")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
        }

        func checkIsolated() {
            dispatchPrecondition(condition: .onQueue(queue))
        }
    }
}
