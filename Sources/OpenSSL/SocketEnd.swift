import CLinux
import Glibc

/// A socket as OpenSSL sees it, which makes few system calls of many: what a handshake writes is held
/// back until its step is over, and what its last step writes until there is something to go with it.
struct SocketEnd {
    /// Bytes that may be held back: a server's flight with a long chain of certificates.
    private static let maxHeldBytes = 16 * 1024

    let socket: Int32
    /// Begins and ends a step of a handshake.
    var isInHandshake = false {
        didSet { isDrained = false }
    }
    /// In this step the socket gave less than was asked for; epoll will tell of more.
    private var isDrained = false
    private var held: [UInt8] = []

    init(socket: Int32) {
        self.socket = socket
    }

    var isHolding: Bool { !held.isEmpty }

    /// Holds bytes back to send them later; false where it may not.
    mutating func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isInHandshake, held.count + bytes.count <= Self.maxHeldBytes else { return false }
        held.append(contentsOf: bytes)
        return true
    }

    /// Sends the bytes held back, and those behind them.
    ///
    /// - Returns: how many of `bytes` were sent; -1 with errno when none were.
    @inline(__always)
    mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard isHolding else {
            return clinux_send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        return sendBehindHeld(bytes)
    }

    private mutating func sendBehindHeld(_ bytes: UnsafeRawBufferPointer) -> Int {
        let sent = held.withUnsafeMutableBytes { held in
            withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
                let own = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                parts.initializeElement(
                    at: 0,
                    to: iovec(iov_base: held.baseAddress, iov_len: held.count)
                )
                parts.initializeElement(at: 1, to: iovec(iov_base: own, iov_len: bytes.count))
                var message = msghdr()
                message.msg_iov = parts.baseAddress
                message.msg_iovlen = parts.count
                return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
            }
        }
        guard sent >= 0 else { return sent }
        let own = sent - held.count
        if own >= 0 { held = [] } else { held.removeFirst(sent) }
        guard own > 0 || bytes.isEmpty else {
            errno = EAGAIN
            return -1
        }
        return max(own, 0)
    }

    /// Sends the bytes held back, for as long as the socket takes them; -1 with errno when it did not.
    mutating func flush() -> Int {
        while isHolding {
            guard sendBehindHeld(UnsafeRawBufferPointer(start: nil, count: 0)) >= 0 else {
                return -1
            }
        }
        return 0
    }

    @inline(__always)
    mutating func receive(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        if isDrained {
            errno = EAGAIN
            return -1
        }
        let received = clinux_recv(socket, bytes, count, 0)
        if isInHandshake, received != 0, received < count { isDrained = true }
        return received
    }
}
