import Glibc

/// Why an address cannot be listened on.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    public let address: SocketAddress
    /// EADDRINUSE, EACCES, EADDRNOTAVAIL, EMFILE … (socket(2), bind(2), listen(2)).
    public let errno: Int32

    public var description: String { "\(address): \(String(cString: strerror(errno)))" }
}
