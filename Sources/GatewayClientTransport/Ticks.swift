import Glibc

/// The machine's monotonic clock, for measuring; it has nothing to do with the time of day.
public enum Ticks {
    /// Microseconds since some moment in the past.
    public static var nowUs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Milliseconds since 1970, as the wire has them.
    public static var wallMs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
