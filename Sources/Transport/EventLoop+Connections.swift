import CLinux
import Glibc
public import OpenSSL
import Timers

extension EventLoop {
    /// Takes a connection among those that live here.
    func adopt(_ connection: Connection) {
        clock.endStepping()
        connection.index = connections.count
        connections.append(connection)
        connection.interest = connection.wantedInterest
        let tag = EventTag.connection(connection)
        if isShut {
            connection.scheduleClose(.local)
        } else if !epoll.add(connection.socket, connection.interest, tag) {
            connection.scheduleClose(.failed(.system(errno: errno)))
        }
    }

    /// Lets go of a connection; the last one takes its place.
    func forget(_ connection: Connection) {
        let index = connection.index
        guard index >= 0 else { return }
        connection.index = -1
        let last = connections.removeLast()
        guard last !== connection else { return }
        connections[index] = last
        last.index = index
    }
}

// MARK: Deadlines of connections

extension EventLoop {
    /// Milliseconds between two looks at connections with a deadline; fewer only for shorter ones.
    private static let sweepMs = 1_000
    private static let sweepMsMin = 5

    fileprivate func watch(_ connection: Connection, forMs durationMs: Int) {
        connection.deadlineMs = clock.elapsedMs + Int64(durationMs)
        if !connection.isWatched {
            connection.isWatched = true
            watched.append(connection)
        }
        let periodMs = min(Self.sweepMs, max(Self.sweepMsMin, durationMs / 4))
        scheduleSweep(at: now + Int64(periodMs))
    }

    private func scheduleSweep(at time: ServerTime) {
        if let sweep {
            guard time < sweep.time else { return }
            cancel(sweep.deadline)
        }
        sweep = (schedule(at: time) { [unowned self] in sweepWatched() }, time)
    }

    /// Ends those that have had enough time; stops when there is nothing left to watch.
    private func sweepWatched() {
        sweep = nil
        let nowMs = clock.elapsedMs
        var nextMs = Int64(Self.sweepMs)
        var kept: ContiguousArray<Connection> = []
        for connection in watched {
            if let deadlineMs = connection.deadlineMs, deadlineMs > nowMs {
                nextMs = min(nextMs, max(deadlineMs - nowMs, Int64(Self.sweepMsMin)))
                kept.append(connection)
                continue
            }
            connection.isWatched = false
            if connection.deadlineMs != nil { connection.expire() }
        }
        watched = kept
        if !watched.isEmpty { scheduleSweep(at: now + nextMs) }
    }
}

extension Connection {
    /// Ends the connection unless it gets on within this time.
    func watch(forMs durationMs: Int) {
        loop.watch(self, forMs: durationMs)
    }
}

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
            connection.scheduleClose(.failed(.system(errno: errno)))
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
                connection.scheduleClose(.failed(.tls(error)))
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
            guard local.bind(socket) == 0 else { return errno }
        }
        return address.connect(socket) == 0 || errno == EINPROGRESS ? nil : errno
    }
}
