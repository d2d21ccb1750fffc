import Glibc

/// A descriptor of somebody else's in the loop's epoll set: a library's socket that is served in the
/// loop's turns.
///
/// A source of Dispatch on the same queue would wait while the loop stays awake. Confined to the loop.
public final class DescriptorSource {
    private let loop: EventLoop
    private let descriptor: Int32
    private var handler: (SocketEvents) -> Void
    /// Its place among the loop's; -1 once it is cancelled.
    fileprivate(set) var index: Int

    fileprivate init(
        _ descriptor: Int32,
        _ interest: SocketEvents,
        index: Int,
        loop: EventLoop,
        handler: @escaping (SocketEvents) -> Void
    ) {
        self.loop = loop
        self.descriptor = descriptor
        self.interest = interest
        self.index = index
        self.handler = handler
    }

    /// Events that the handler is called for; none at all still tells of the end.
    public var interest: SocketEvents {
        didSet {
            loop.preconditionOnLoop()
            guard index >= 0, interest != oldValue else { return }
            loop.epoll.modify(descriptor, interest.interest, EventTag.watch(self))
        }
    }

    /// The handler is not called again, not even for what has happened in this turn.
    ///
    /// To be called before the descriptor is closed: epoll goes by the open file, not by the number,
    /// and a number that has been given out again would be the wrong one (epoll(7), Q6).
    public func cancel() {
        loop.preconditionOnLoop()
        guard index >= 0 else { return }
        loop.epoll.remove(descriptor)
        handler = { _ in }
        loop.forget(self)
    }

    func happened(_ events: UInt32) {
        handler(SocketEvents(epoll: events))
    }
}

extension EventLoop {
    /// Calls `handler` on the loop whenever `descriptor` is ready for what is asked, turn after turn
    /// as long as it is.
    ///
    /// The descriptor stays the caller's: non-blocking, open until `DescriptorSource.cancel`, and in this loop no
    /// more than once.
    ///
    /// - Returns: nil, with errno, at the limits of epoll_ctl(2), and with ECANCELED after `shutdown`.
    public func watch(
        _ descriptor: Int32,
        _ interest: SocketEvents,
        _ handler: @escaping (SocketEvents) -> Void
    ) -> DescriptorSource? {
        preconditionOnLoop()
        guard !isShut else {
            errno = ECANCELED
            return nil
        }
        let watch = DescriptorSource(
            descriptor,
            interest,
            index: watches.count,
            loop: self,
            handler: handler
        )
        guard epoll.add(descriptor, interest.interest, EventTag.watch(watch)) else { return nil }
        watches.append(watch)
        return watch
    }

    /// Lets go of a watch, the last one takes its place; but not before an event that is at hand in
    /// this turn could still be delivered to its address.
    fileprivate func forget(_ watch: DescriptorSource) {
        let last = watches.removeLast()
        if last !== watch {
            watches[watch.index] = last
            last.index = watch.index
        }
        watch.index = -1
        if isInTurn { cancelledWatches.append(watch) }
    }
}
