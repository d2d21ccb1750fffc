import CLinux
import Glibc
import OpenSSL
import Timers

/// A listener's socket on one loop.
final class Acceptor: @unchecked Sendable {
    /// Connections accepted at one time, before others get their turn.
    private static let maxAccepted = 64
    /// The time to leave those who wait alone when nothing can be done about them.
    private static let retryMs: Int64 = 100

    let loop: EventLoop
    private let limits: ConnectionLimits
    private let tls: TLSContext?
    private let accept: @Sendable (Connection) -> any ConnectionHandler
    private let refused: @Sendable (AcceptRefusal) -> Void
    private var socket: Int32
    /// A descriptor held in reserve: given up for a moment to turn away a connection when there is
    /// none left, as it would be announced for ever otherwise (EMFILE, accept(2)).
    private var spare: Int32

    /// Takes over `socket`.
    init(
        socket: Int32,
        loop: EventLoop,
        tls: TLSContext?,
        limits: ConnectionLimits,
        refused: @escaping @Sendable (AcceptRefusal) -> Void,
        accept: @escaping @Sendable (Connection) -> any ConnectionHandler
    ) {
        self.socket = socket
        self.loop = loop
        self.tls = tls
        self.limits = limits
        self.refused = refused
        self.accept = accept
        spare = Self.openSpare()
    }

    deinit { closeDescriptors() }

    func start() {
        guard !loop.isShut, socket >= 0 else { return close() }
        guard loop.epoll.add(socket, EPOLLIN.rawValue, EventTag.acceptor(self)) else {
            return retryLater { $0.start() }
        }
        loop.clock.endStepping()
        loop.acceptors.append(self)
    }

    /// Accepts what waits.
    func acceptSome() {
        for _ in 0..<Self.maxAccepted where socket >= 0 {
            let (accepted, peer) = SystemSocket.accept(socket)
            if accepted >= 0 {
                welcome(accepted, peer)
                continue
            }
            switch errno {
            case EMFILE, ENFILE: guard turnOneAway() else { return rest() }
            case ENOBUFS, ENOMEM: return rest()
            case EAGAIN: return
            // The peer's failures reach us here (accept(2)); the next in line may do better.
            default: continue
            }
        }
    }

    /// Only by `execute`, which comes after the turn's events: one of them may hold our address.
    func close() {
        // For a child that holds the socket as well, see `Connection.finish`.
        if socket >= 0 { loop.epoll.remove(socket) }
        closeDescriptors()
        loop.acceptors.removeAll { $0 === self }
    }

    private func welcome(_ accepted: Int32, _ peer: SocketAddress) {
        guard loop.connections.count < limits.maxConnections else {
            Glibc.close(accepted)
            refused(.tooMany)
            return
        }
        let connection = Connection(
            socket: accepted,
            peer: peer,
            phase: .handshaking,
            limits: limits,
            loop: loop,
            handler: Nobody.instance
        )
        if let tls {
            do throws(TLSError) {
                connection.tls = try TLSSession(tls, socket: accepted)
            } catch {
                // Not worth a handler.
                refused(.noMemory)
                return
            }
        }
        connection.handler = accept(connection)
        loop.adopt(connection)
        if connection.phase == .handshaking { connection.established() }
    }

    private func turnOneAway() -> Bool {
        guard spare >= 0 else { return false }
        Glibc.close(spare)
        let (accepted, _) = SystemSocket.accept(socket)
        if accepted >= 0 {
            Glibc.close(accepted)
            refused(.noDescriptor)
        }
        spare = Self.openSpare()
        return accepted >= 0
    }

    /// Looks away for a while, as every look would only tell the same.
    private func rest() {
        loop.epoll.modify(socket, 0, EventTag.acceptor(self))
        retryLater { acceptor in
            if acceptor.spare < 0 { acceptor.spare = Self.openSpare() }
            let tag = EventTag.acceptor(acceptor)
            acceptor.loop.epoll.modify(acceptor.socket, EPOLLIN.rawValue, tag)
        }
    }

    private func retryLater(_ action: @escaping (Acceptor) -> Void) {
        _ = loop.schedule(at: loop.now + Self.retryMs) { [weak self] in
            if let self, socket >= 0 { action(self) }
        }
    }

    private func closeDescriptors() {
        if socket >= 0 { Glibc.close(socket) }
        if spare >= 0 { Glibc.close(spare) }
        socket = -1
        spare = -1
    }

    private static func openSpare() -> Int32 {
        open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
}

/// Why a connection was turned away before it had a handler.
public enum AcceptRefusal: String, CaseIterable, Sendable {
    /// The process or the system has no descriptor left (EMFILE, ENFILE, accept(2)).
    case noDescriptor = "no_descriptor"
    case noMemory = "no_memory"
    /// The loop has `ConnectionLimits.maxConnections` already.
    case tooMany = "too_many"
}

/// The descriptors that this process may have.
enum Descriptors {
    /// getrlimit(2), as it is when the first connection comes.
    private static let limit: Int = {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }()

    /// True when most are taken, as the one that was given last tells: it is the lowest that was free (open(2)).
    static func areShort(after newest: Int32) -> Bool {
        Int(newest) >= limit / 4 * 3
    }
}
