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

    /// The number of reports that are now in `events`; 0 when none came in time.
    func wait(timeoutMs: Int32) -> Int {
        max(0, Int(clinux_epoll_wait(descriptor, events, Int32(Self.maxEvents), timeoutMs)))
    }
}

/// The bits of epoll_ctl(2) that are used here.
enum Interest {
    static let input = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
    static let output = EPOLLOUT.rawValue
    /// Reported without being asked for.
    static let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
    /// After these the end of the input is near: read on until it comes.
    static let ending = EPOLLRDHUP.rawValue | broken
}

/// The subject of an event of the epoll set, in the 64 bits that come with it: a number, or the
/// address of a connection, or with one of its lowest bits set that of an acceptor or a watch.
///
/// Addresses are unretained: a connection leaves the set, and then the loop, only at the end of a
/// turn, when no event of it can be left over. So does a watch.
enum EventTag {
    static let inbox: UInt64 = 0
    static let wakeUp: UInt64 = 2
    private static let acceptorBit: UInt64 = 1
    private static let watchBit: UInt64 = 2
    private static let kindBits = acceptorBit | watchBit

    static func connection(_ connection: Connection) -> UInt64 {
        address(connection)
    }

    static func acceptor(_ acceptor: Acceptor) -> UInt64 {
        address(acceptor) | acceptorBit
    }

    static func watch(_ watch: DescriptorSource) -> UInt64 {
        address(watch) | watchBit
    }

    @inline(__always)
    static func isOfWatch(_ data: UInt64) -> Bool {
        data & kindBits == watchBit && data != wakeUp
    }

    static func deliverToWatches(_ events: UnsafeBufferPointer<epoll_event>) {
        for event in events where isOfWatch(event.data.u64) {
            deliver(event.events, to: event.data.u64)
        }
    }

    private static func address(_ object: AnyObject) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    }

    @inline(__always)
    static func deliver(_ events: UInt32, to data: UInt64) {
        guard let address = UnsafeRawPointer(bitPattern: UInt(data & ~kindBits)) else { return }
        if data & kindBits == 0 {
            Unmanaged<Connection>.fromOpaque(address)._withUnsafeGuaranteedRef {
                $0.happened(events)
            }
        } else if data & acceptorBit != 0 {
            Unmanaged<Acceptor>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.acceptSome() }
        } else {
            Unmanaged<DescriptorSource>.fromOpaque(address)._withUnsafeGuaranteedRef {
                $0.happened(events)
            }
        }
    }
}

/// Events that a watched descriptor is asked for, and those that are told of it.
public struct SocketEvents: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let input = SocketEvents(rawValue: 1)
    public static let output = SocketEvents(rawValue: 2)
    /// The peer has ended or the socket has failed: read on until that shows. Told without being
    /// asked for.
    public static let ending = SocketEvents(rawValue: 4)

    init(epoll events: UInt32) {
        self = []
        if events & EPOLLIN.rawValue != 0 { insert(.input) }
        if events & Interest.output != 0 { insert(.output) }
        if events & Interest.ending != 0 { insert(.ending) }
    }

    /// The same for epoll_ctl(2).
    var interest: UInt32 {
        (contains(.input) ? Interest.input : 0) | (contains(.output) ? Interest.output : 0)
    }
}
