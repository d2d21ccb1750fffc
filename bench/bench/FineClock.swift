import Protocol
import Transport

/// A loop's time, also in the middle of a turn, to a few microseconds.
struct FineClock {
    private static let lookNs: Int64 = 3_000_000

    private let offsetMs: Double

    /// Looks on for some milliseconds, for the moment at which one begins; on the loop's queue, though
    /// not in a turn, where the time stands still.
    init(_ loop: EventLoop) {
        let startNs = EventLoop.monotonicNs
        var offset = -Double.infinity
        while EventLoop.monotonicNs - startNs < Self.lookNs {
            let nowNs = EventLoop.monotonicNs
            offset = max(offset, Double(loop.now.ms) - Double(nowNs) / 1e6)
        }
        offsetMs = offset
    }

    var nowMs: Double { Double(EventLoop.monotonicNs) / 1e6 + offsetMs }
}
