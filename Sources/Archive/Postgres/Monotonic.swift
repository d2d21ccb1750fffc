import Glibc

/// A clock that never goes back (clock_gettime(2)).
enum Monotonic {
    static var nowMs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
