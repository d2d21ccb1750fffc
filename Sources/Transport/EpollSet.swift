import CLinux
import Glibc

/// Owns one epoll(7) descriptor and the room for what it reports; level-triggered.
struct EpollSet {
    /// Reports taken at one time.
    static let maxEvents = 256

    let descriptor: Int32
    let events: UnsafeMutablePointer<epoll_event>

    init() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        precondition(descriptor >= 0, "epoll_create1: errno \(errno)")
        events = .allocate(capacity: Self.maxEvents)
    }

    func close() {
        Glibc.close(descriptor)
        events.deallocate()
    }

    /// Fails with ENOSPC at the user's limit of watches (epoll(7)), or ENOMEM.
    func add(_ descriptor: Int32, _ interest: UInt32, _ data: UInt64) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, interest, data)
    }

    func modify(_ descriptor: Int32, _ interest: UInt32, _ data: UInt64) {
        let done = control(EPOLL_CTL_MOD, descriptor, interest, data)
        precondition(done, "epoll_ctl: errno \(errno)")
    }

    func remove(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, 0, 0)
    }

    private func control(
        _ operation: Int32,
        _ descriptor: Int32,
        _ interest: UInt32,
        _ data: UInt64
    ) -> Bool {
        var event = epoll_event(events: interest, data: epoll_data_t(u64: data))
        return epoll_ctl(self.descriptor, operation, descriptor, &event) == 0
    }

    /// How many reports there are now in `events`; 0 when none came in time.
    func wait(timeoutMs: Int32) -> Int {
        max(0, Int(clinux_epoll_wait(descriptor, events, Int32(Self.maxEvents), timeoutMs)))
    }
}

/// The bits of epoll_ctl(2) that are used here.
enum Interest {
    static let input = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
    static let output = EPOLLOUT.rawValue
    /// What is reported without being asked for.
    static let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
    /// After these the end of the input is near: read on until it comes.
    static let ending = EPOLLRDHUP.rawValue | broken
}
