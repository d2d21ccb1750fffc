import Glibc
import Protocol

/// The server's time: the wall clock once, at the start, and from there the monotonic clock.
struct LoopClock {
    private let startWallMs: Int64
    private let startNs: Int64
    /// Since the start, by the monotonic clock.
    private(set) var elapsedNs: Int64 = 0
    private(set) var now: ServerTime

    init() {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        startWallMs = Int64(wall.tv_sec) * 1_000 + Int64(wall.tv_nsec) / 1_000_000
        startNs = Self.monotonicNs
        now = ServerTime(ms: startWallMs)
    }

    static var monotonicNs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    var elapsedMs: Int64 { elapsedNs / 1_000_000 }

    mutating func refresh() {
        elapsedNs = Self.monotonicNs - startNs
        now = max(now, ServerTime(ms: startWallMs + elapsedMs))
    }

    /// When the monotonic clock will show `time`.
    func monotonicNs(at time: ServerTime) -> Int64 {
        startNs + (time.ms - startWallMs) * 1_000_000
    }
}
