import CLinux

/// What a watched descriptor is asked for, and what is told of it.
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
