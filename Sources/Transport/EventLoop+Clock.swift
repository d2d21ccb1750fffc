import Timers

extension EventLoop {
    /// The system's monotonic clock in ns (CLOCK_MONOTONIC, clock_gettime(2)): for durations.
    public static var monotonicNs: Int64 { LoopClock.monotonicNs }

    /// Brings the loop's clock into agreement with others: the time was `timeUs`, in µs since 1970,
    /// when `monotonicNs` was what it was.
    ///
    /// The first time, and if nothing has lived or listened here yet, the clock is stepped, and what
    /// is scheduled stays as far away as it was. After that it is slewed, 1 ms in 200 ms, never back.
    ///
    /// - Returns: by how many ms the clock is still behind; negative when it is ahead.
    @discardableResult
    public func adjustClock(toUs timeUs: Int64, atNs monotonicNs: Int64) -> Int64 {
        preconditionOnLoop()
        precondition(timeUs.magnitude <= ServerTime.maxMs.magnitude * 1_000, "time \(timeUs) µs")
        if !isInTurn { clock.refresh() }
        let steppedMs = clock.agree(onUs: timeUs, atNs: monotonicNs)
        if steppedMs != 0 { timers.shift(byMs: steppedMs) }
        return clock.behindMs
    }
}
