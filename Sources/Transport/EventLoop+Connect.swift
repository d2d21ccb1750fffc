import CLinux
import Glibc
public import OpenSSL

extension EventLoop {
    /// Connects as a client; how it went the handler learns by `opened` or `closed`, at the end of
    /// this turn at the earliest.
    ///
    /// - Parameters:
    ///   - local: an own address to connect from, for more connections than one has ports.
    ///   - timeoutMs: for TCP and TLS together.
    @discardableResult
    public func connect(
        to address: SocketAddress,
        from local: SocketAddress? = nil,
        tls: (context: TLSContext, serverName: String)? = nil,
        handler: any ConnectionHandler,
        timeoutMs: Int = 5_000,
        limits: ConnectionLimits = ConnectionLimits()
    ) -> Connection {
        preconditionOnLoop()
        let socket = SystemSocket.stream(address.systemFamily)
        let connection = Connection(
            socket: socket,
            peer: address,
            phase: .connecting,
            limits: limits,
            loop: self,
            handler: handler
        )
        if let errno = begin(socket, address, local) {
            connection.doom(.failed(.system(errno: errno)))
            return connection
        }
        if let tls {
            do throws(TLSError) {
                connection.tls = try TLSSession(
                    tls.context,
                    socket: socket,
                    serverName: tls.serverName
                )
            } catch {
                connection.doom(.failed(.tls(error)))
                return connection
            }
        }
        adopt(connection)
        connection.watch(forMs: timeoutMs)
        return connection
    }

    /// The errno of what failed, nil when connecting is under way.
    private func begin(_ socket: Int32, _ address: SocketAddress, _ local: SocketAddress?) -> Int32?
    {
        guard socket >= 0 else { return errno }
        SystemSocket.set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if let local {
            // Takes a port when it is known for what, so that they do not run out by address.
            SystemSocket.set(socket, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, 1)
            let bound = local.withSystemAddress { address, count in bind(socket, address, count) }
            guard bound == 0 else { return errno }
        }
        let result = address.withSystemAddress { address, count in
            Glibc.connect(socket, address, count)
        }
        return result == 0 || errno == EINPROGRESS ? nil : errno
    }
}
