import Glibc
import Timers

/// The server's time: the wall clock once, at the start, and from there the monotonic clock, brought
/// into agreement with others by an offset.
///
/// Before anything has been served the offset may be stepped, once. After that it is slewed: the
/// clock then runs a little faster or slower, but never back.
struct LoopClock {
    /// While it is slewed the clock gains or loses at most a millisecond in this time.
    static let slewPeriodMs: Int64 = 200

    /// Times farther away than this, a century and more, are as far: as nanoseconds they would overflow.
    private static let farthestMs = Int64.max / 2_000_000

    private let startWallMs: Int64
    private let startNs: Int64
    /// Since the start, by the monotonic clock.
    private(set) var elapsedNs: Int64 = 0
    private(set) var now: ServerTime

    private var offsetMs: Int64 = 0
    /// The offset to be.
    private var agreedOffsetMs: Int64 = 0
    /// The elapsed time up to which the offset has been slewed.
    private var slewedAtMs: Int64 = 0
    private var mayStep = true

    init() {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        self.init(
            wallMs: Int64(wall.tv_sec) * 1_000 + Int64(wall.tv_nsec) / 1_000_000,
            monotonicNs: Self.monotonicNs
        )
    }

    init(wallMs: Int64, monotonicNs: Int64) {
        startWallMs = wallMs
        startNs = monotonicNs
        now = ServerTime(ms: wallMs)
    }

    static var monotonicNs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    var elapsedMs: Int64 { elapsedNs / 1_000_000 }

    @inline(__always)
    mutating func refresh(monotonicNs: Int64 = Self.monotonicNs) {
        elapsedNs = monotonicNs - startNs
        if behindMs != 0 { slew() }
        now = max(now, ServerTime(ms: startWallMs + elapsedMs + offsetMs))
    }

    /// The monotonic clock's time at `time`, by the present offset.
    func monotonicNs(at time: ServerTime) -> Int64 {
        let boundedMs = max(-ServerTime.maxMs, min(time.ms, ServerTime.maxMs))
        let awayMs = boundedMs - startWallMs - offsetMs
        return startNs + max(-Self.farthestMs, min(awayMs, Self.farthestMs)) * 1_000_000
    }

    /// From here on the clock is not stepped any more.
    mutating func endStepping() {
        mayStep = false
    }

    /// Milliseconds that slewing still has to make up for.
    var behindMs: Int64 { agreedOffsetMs - offsetMs }

    /// Takes over that the time was `timeUs`, in µs since 1970, when the monotonic clock showed
    /// `monotonicNs`.
    ///
    /// - Returns: how many ms the clock has been stepped.
    mutating func agree(onUs timeUs: Int64, atNs monotonicNs: Int64) -> Int64 {
        if behindMs == 0 { slewedAtMs = elapsedMs }
        let ownUs = startWallMs * 1_000 + (monotonicNs - startNs) / 1_000
        agreedOffsetMs = Int64((Double(timeUs - ownUs) / 1_000).rounded())
        guard mayStep else { return 0 }
        mayStep = false
        let steppedMs = behindMs
        offsetMs = agreedOffsetMs
        now = ServerTime(ms: startWallMs + elapsedMs + offsetMs)
        return steppedMs
    }

    private mutating func slew() {
        let periods = (elapsedMs - slewedAtMs) / Self.slewPeriodMs
        guard periods > 0 else { return }
        slewedAtMs += periods * Self.slewPeriodMs
        offsetMs += max(-periods, min(behindMs, periods))
    }
}
