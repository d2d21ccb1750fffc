import Glibc
public import OpenSSL

/// One address, listened on by several loops with a socket each (SO_REUSEPORT, socket(7)): the
/// kernel spreads new connections over them, and one stays where it came in until it moves.
public final class Listener: Sendable {
    /// Connections that may wait to be accepted, of each loop.
    static let maxBacklog: Int32 = 4_096

    /// With the real port where 0 was asked for.
    public let address: SocketAddress
    private let acceptors: [Acceptor]

    /// Listens at once; connections are accepted as soon as the loops come to it.
    ///
    /// - Parameters:
    ///   - refused: told of each connection that is turned away, on its loop.
    ///   - accept: makes the handler of a new connection, on its loop, before TLS and `opened`.
    public init(
        _ address: SocketAddress,
        tls: TLSContext? = nil,
        loops: [EventLoop],
        limits: ConnectionLimits = ConnectionLimits(),
        refused: @escaping @Sendable (AcceptRefusal) -> Void = { _ in },
        accept: @escaping @Sendable (Connection) -> any ConnectionHandler
    ) throws(ListenError) {
        precondition(!loops.isEmpty, "a listener needs a loop")
        // Without SO_REUSEPORT first: that would share the port with a stranger unnoticed.
        let probe = try Self.bound(to: address, sharesPort: false)
        let actual = SystemSocket.address(of: probe)
        Glibc.close(probe)
        var sockets: [Int32] = []
        do throws(ListenError) {
            for _ in loops {
                let socket = try Self.bound(to: actual, sharesPort: true)
                sockets.append(socket)
                Self.setInherited(socket, limits)
                guard listen(socket, Self.maxBacklog) == 0 else {
                    throw ListenError(address: actual, errno: errno)
                }
            }
        } catch {
            for socket in sockets { Glibc.close(socket) }
            throw error
        }
        self.address = actual
        acceptors = zip(loops, sockets).map { loop, socket in
            Acceptor(
                socket: socket,
                loop: loop,
                tls: tls,
                limits: limits,
                refused: refused,
                accept: accept
            )
        }
        for acceptor in acceptors { acceptor.loop.execute { acceptor.start() } }
    }

    /// Stops listening; connections go on. From any thread; done soon after.
    public func close() {
        for acceptor in acceptors { acceptor.loop.execute { acceptor.close() } }
    }

    private static func bound(
        to address: SocketAddress,
        sharesPort: Bool
    ) throws(ListenError) -> Int32 {
        let socket = SystemSocket.stream(address.systemFamily)
        guard socket >= 0 else { throw ListenError(address: address, errno: errno) }
        SystemSocket.set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { SystemSocket.set(socket, SOL_SOCKET, SO_REUSEPORT, 1) }
        if address.family == .v6 { SystemSocket.set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        guard address.bind(socket) == 0 else {
            let error = ListenError(address: address, errno: errno)
            Glibc.close(socket)
            throw error
        }
        return socket
    }

    /// Options that accepted sockets inherit (tcp(7)), set once here instead of on each of them.
    private static func setInherited(_ socket: Int32, _ limits: ConnectionLimits) {
        let tcp = Int32(IPPROTO_TCP)
        SystemSocket.set(socket, tcp, TCP_NODELAY, 1)
        // Bytes that a slow peer has not taken wait here, where they can still be left out.
        SystemSocket.set(
            socket,
            tcp,
            TCP_NOTSENT_LOWAT,
            Int32(clamping: limits.maxBacklogBytes / 2)
        )
        // A peer that vanished without a word acknowledges nothing; the stall comes first where
        // something waits here as well.
        SystemSocket.set(socket, tcp, TCP_USER_TIMEOUT, Int32(clamping: 2 * limits.stallMs))
    }
}

/// Why an address cannot be listened on.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    public let address: SocketAddress
    /// EADDRINUSE, EACCES, EADDRNOTAVAIL, EMFILE … (socket(2), bind(2), listen(2)).
    public let errno: Int32

    public var description: String { "\(address): \(String(cString: strerror(errno)))" }
}
