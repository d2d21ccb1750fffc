import CLinux
import Glibc

/// One timerfd(2) for the earliest deadline of a loop.
struct WakeUp {
    let descriptor: Int32
    private var armedNs: Int64?

    init() {
        let flags = Int32(TFD_NONBLOCK | TFD_CLOEXEC)
        descriptor = timerfd_create(CLOCK_MONOTONIC, flags)
        precondition(descriptor >= 0, "timerfd_create: errno \(errno)")
    }

    /// Sees to it that the descriptor fires by `timeNs` of the monotonic clock. One that is armed
    /// for earlier stays: it fires for nothing, which costs less than arming for each change.
    mutating func arm(byNs timeNs: Int64) {
        if let armedNs, armedNs <= timeNs { return }
        armedNs = timeNs
        // A time of 0 would disarm (timerfd_settime(2)); one that is past fires at once.
        let fireNs = max(timeNs, 1)
        var spec = itimerspec()
        spec.it_value.tv_sec = Int(fireNs / 1_000_000_000)
        spec.it_value.tv_nsec = Int(fireNs % 1_000_000_000)
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &spec, nil)
    }

    mutating func acknowledge() {
        var fires: UInt64 = 0
        _ = read(descriptor, &fires, MemoryLayout<UInt64>.size)
        armedNs = nil
    }
}
