import Glibc
import OpenSSL

extension Connection {
    /// Writes what is queued, for as long as the peer takes it, says goodbye and closes. Nothing more
    /// is received or queued from now on.
    public func close() {
        loop.preconditionOnLoop()
        switch phase {
        case .connecting, .handshaking: doom(.local)
        case .open:
            phase = .flushing
            closeReason = .local
            kept.clear()
            updateInterest()
            markDirty()
        case .flushing, .parting, .closed: return
        }
    }

    /// Closes at once; what is queued is lost.
    public func abort() {
        loop.preconditionOnLoop()
        doom(.local)
    }

    /// Takes the connection out of use; the socket is closed and the handler told at the end of the
    /// turn, so that nobody is surprised in the middle of something.
    func doom(_ reason: CloseReason) {
        guard phase != .closed else { return }
        phase = .closed
        closeReason = reason
        loop.doomed.append(self)
        loop.requestTurn()
    }

    /// Says that nothing more will come from here and waits, briefly, for the peer to say the same:
    /// closing with its bytes unread would reset the connection and could take our last words along
    /// (RFC 1122 §4.2.2.13).
    func part(_ reason: CloseReason) {
        closeReason = reason
        replyCount = 0
        outbound = OutboundQueue()
        // After a failure there is no farewell in TLS: OpenSSL has sent its alert (SSL_shutdown(3)).
        if phase == .flushing, let tls, case .wantWrite = tls.shutdown() { return block() }
        phase = .parting
        guard Glibc.shutdown(socket, Int32(SHUT_WR)) == 0, !peerHasEnded else {
            return doom(reason)
        }
        kept.clear()
        isBlocked = false
        updateInterest()
        watch(forMs: Self.farewellMs)
    }

    /// The end, after `doom`: called once, by the loop.
    func finish() {
        tls = nil
        if socket >= 0 {
            // A child that has not executed its program yet holds the socket as well, and keeps it in
            // the set (epoll(7), Q6).
            loop.epoll.remove(socket)
            Glibc.close(socket)
        }
        socket = -1
        kept.clear()
        outbound = OutboundQueue()
        deadlineMs = nil
        loop.forget(self)
        let last = handler
        // The handler may hold the connection; this ends the circle.
        handler = Nobody.instance
        last.closed(self, closeReason)
    }

    /// `deadlineMs` has passed.
    func expire() {
        switch phase {
        case .connecting, .handshaking: doom(.handshakeTimeout)
        case .open: doom(.stalled)
        // A peer that had its end said keeps its reason; one that took nothing has stalled.
        case .flushing: doom(isBlocked ? .stalled : closeReason)
        case .parting: doom(closeReason)
        case .closed: return
        }
    }
}

/// Handles a connection that is over.
final class Nobody: ConnectionHandler, Sendable {
    static let instance = Nobody()

    func opened(_ connection: Connection) {}
    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        bytes.count
    }
    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}
    func closed(_ connection: Connection, _ reason: CloseReason) {}
}
