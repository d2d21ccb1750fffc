import Glibc

/// A thread for work that nobody waits for: it gives way to everything else, and so do the programs that it runs.
public enum AsideThread {
    private static let niceness: Int32 = 19

    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `work` on a thread of its own; where the system has none left, not at all.
    public static func run(_ work: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread,
            nil,
            { start in
                AsideThread.giveWay()
                if let start { Unmanaged<Work>.fromOpaque(start).takeRetainedValue().run() }
                return nil
            },
            work.toOpaque()
        )
        guard failure == 0 else { return work.release() }
        pthread_detach(thread)
    }

    /// Lowers the priority of the calling thread, for good: on Linux it is a thread's own (setpriority(2)).
    public static func giveWay() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    }
}
