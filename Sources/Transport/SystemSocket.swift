import CLinux
import Glibc
public import OpenSSL

/// socket(2) and its options.
public enum SystemSocket {
    private static let flags = SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue

    /// A non-blocking TCP socket; negative, with errno, when there is none to be had.
    static func stream(_ family: Int32) -> Int32 {
        socket(family, Int32(bitPattern: SOCK_STREAM.rawValue | flags), 0)
    }

    /// accept4(2), non-blocking; negative, with errno, when nobody waits.
    static func accept(_ listening: Int32) -> (socket: Int32, peer: SocketAddress) {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let socket = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                accept4(listening, $0, &count, Int32(bitPattern: flags))
            }
        }
        return (socket, SocketAddress(storage))
    }

    /// The address that bind(2) gave.
    public static func address(of socket: Int32) -> SocketAddress {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &count) }
        }
        return SocketAddress(storage)
    }

    /// setsockopt(2) with an int; an option that an older kernel lacks is done without.
    static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// The way to a peer and back.
public enum RoundTrip {
    /// The least of late, in microseconds, as the kernel has measured it; nil where it can't tell.
    ///
    /// It counts acknowledgements, which the peer's kernel sends: no program there can make the way look long by
    /// taking its time.
    public static func leastUs(of connection: Connection) -> Int64? {
        connection.socket >= 0 ? leastUs(of: connection.socket) : nil
    }

    static func leastUs(of socket: Int32) -> Int64? {
        let end = clinux_min_rtt_offset + MemoryLayout<UInt32>.size
        return withUnsafeTemporaryAllocation(byteCount: end, alignment: 8) { info -> Int64? in
            var count = socklen_t(end)
            guard
                getsockopt(socket, Int32(IPPROTO_TCP), clinux_TCP_INFO, info.baseAddress, &count)
                    == 0, count == socklen_t(end)
            else { return nil }
            let us = info.load(fromByteOffset: clinux_min_rtt_offset, as: UInt32.self)
            return us == .max ? nil : Int64(us)
        }
    }
}

/// A failure of a connection.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call's errno.
    case system(errno: Int32)
    case tls(TLSError)
    /// The handler left more than `Connection.maxKeptBytes` bytes lying.
    case inputNotTaken

    public var description: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .tls(let error): "TLS: \(error)"
        case .inputNotTaken: "more than \(Connection.maxKeptBytes) bytes not taken"
        }
    }
}
