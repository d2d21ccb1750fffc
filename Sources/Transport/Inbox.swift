import CLinux
import Glibc
import Synchronization

/// Work from other threads, and the descriptor that tells the loop of it.
final class Inbox: Sendable {
    typealias Work = @Sendable () -> Void

    let descriptor: Int32
    /// nil once the loop has ended and nothing runs any more.
    private let work = Mutex<[Work]?>([])
    private let holdsWork = Atomic(false)

    init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        precondition(descriptor >= 0, "eventfd: errno \(errno)")
    }

    deinit { close(descriptor) }

    func put(_ item: @escaping Work) {
        let isFirst = work.withLock { work in
            work?.append(item)
            return work?.count == 1
        }
        if isFirst {
            holdsWork.store(true, ordering: .relaxed)
            wake()
        }
    }

    /// True soon after something was put that is not taken yet; costs a look at memory.
    var hasMail: Bool { holdsWork.load(ordering: .relaxed) }

    /// Makes the loop take a turn.
    func wake() {
        eventfd_write(descriptor, 1)
    }

    /// Everything that was put since the last time. Acknowledges first: whoever puts after that
    /// wakes again.
    func take() -> [Work] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        holdsWork.store(false, ordering: .relaxed)
        return work.withLock { work in
            guard let taken = work else { return [] }
            work = []
            return taken
        }
    }

    /// Drops what is there and what is still to come.
    func end() {
        let dropped = work.withLock { work in exchange(&work, with: nil) }
        _ = dropped
    }
}

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
