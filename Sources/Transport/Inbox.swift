import CLinux
import Glibc
import Synchronization

/// Work from other threads, and the descriptor that tells the loop of it.
final class Inbox: Sendable {
    typealias Work = @Sendable () -> Void

    let descriptor: Int32
    /// nil once the loop has ended and nothing runs any more.
    private let work = Mutex<[Work]?>([])

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
        if isFirst { wake() }
    }

    /// Makes the loop take a turn.
    func wake() {
        eventfd_write(descriptor, 1)
    }

    /// Everything that was put since the last time. Acknowledges first: whoever puts after that
    /// wakes again.
    func take() -> [Work] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
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
