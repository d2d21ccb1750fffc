import Dispatch
import Protocol
import Transport

/// A loop with very many deadlines armed at one time: how late each is told.
enum TimerWork {
    private static let count = 100_000
    /// They are due evenly within so long, after a while in which they are armed.
    private static let leadMs: Int64 = 1_000
    private static let spanMs: Int64 = 8_000

    static func rows(rounds: Int, scale: Int) -> [Row] {
        var runs: [Run] = []
        for round in 0..<rounds {
            Progress.show("timers: round \(round + 1) of \(rounds)")
            let run = Run(count: count / scale)
            run.wait()
            runs.append(run)
        }
        Progress.clear()
        func row(
            _ what: String,
            _ unit: String,
            _ budget: Budget?,
            _ value: (Run) -> Double
        ) -> Row {
            Row(
                name: "\(count / scale) timers armed: \(what)",
                unit: unit,
                gateway: runs.map(value),
                budget: budget
            )
        }
        return [
            row("p50 late", "ms", nil) { Percentiles($0.lateMs)[50] },
            row("p99 late", "ms", .atMost(20)) { Percentiles($0.lateMs)[99] },
            row("early", "timers", .atMost(0)) { Double($0.earlyCount) },
        ]
    }

    /// One round on a loop of its own; confined to it until it is over.
    private final class Run: @unchecked Sendable {
        private let loop = EventLoop(label: "timer work")
        private let done = DispatchSemaphore(value: 0)
        private let count: Int
        private(set) var lateMs: [Double] = []
        private(set) var earlyCount = 0

        init(count: Int) {
            self.count = count
            let clock = loop.queue.sync { FineClock(loop) }
            loop.execute { [self] in
                lateMs.reserveCapacity(count)
                let start = loop.now + TimerWork.leadMs
                for number in 0..<count {
                    let due = start + TimerWork.spanMs * Int64(number) / Int64(count)
                    _ = loop.schedule(at: due) { [self] in fired(due, clock) }
                }
            }
        }

        func wait() {
            done.wait()
            loop.shutdown()
        }

        private func fired(_ due: ServerTime, _ clock: FineClock) {
            if loop.now < due { earlyCount += 1 }
            lateMs.append(clock.nowMs - Double(due.ms))
            if lateMs.count == count { done.signal() }
        }
    }
}
