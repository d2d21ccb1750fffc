import Glibc
import OpenSSL

extension Connection {
    /// TCP is there: goes on with TLS, if it is asked for.
    func established() {
        guard tls != nil else { return open() }
        phase = .handshaking
        if deadlineMs == nil { watch(forMs: limits.handshakeMs) }
        // A server's first step waits for the peer; a client's is its own.
        continueHandshake()
    }

    /// connect(2): "use getsockopt(2) to read the SO_ERROR option" once the socket is writable.
    func finishConnecting() {
        var code: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &count)
        guard code == 0 else { return doom(.failed(.system(errno: code))) }
        phase = .handshaking
        established()
    }

    func continueHandshake() {
        guard let tls else { return }
        isBlocked = false
        switch tls.handshake() {
        case .done:
            open()
            // At the end of the turn, if nothing is written that they may go with.
            if tls.isHolding { markDirty() }
            if phase == .open, !isPaused, !isMoving, tls.hasPending { readOn(isEnding: false) }
        case .wantRead:
            updateInterest()
        case .wantWrite:
            isBlocked = true
            updateInterest()
        case .closed:
            doom(.peer)
        case .failed(let error):
            part(.failed(.tls(error)))
        }
    }

    private func open() {
        phase = .open
        deadlineMs = nil
        updateInterest()
        if !outbound.isEmpty { markDirty() }
        handler.opened(self)
    }
}
