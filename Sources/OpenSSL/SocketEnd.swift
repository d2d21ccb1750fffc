import CLinux
import COpenSSL
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

/// OpenSSL's way to a socket, over send(2) and recv(2): its own passes read(2) and write(2) and
/// with them the file system's layer and SIGPIPE.
enum SocketBIO {
    private static let flagsRead = BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY
    private static let flagsWrite = BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY
    private static let flagsAll = flagsRead | flagsWrite | BIO_FLAGS_IO_SPECIAL

    /// BIO_meth_new(3); made once, lives on.
    nonisolated(unsafe) private static let method: OpaquePointer? = {
        let method = BIO_meth_new(BIO_get_new_index() | copenssl_BIO_TYPE_SOURCE_SINK, "socket")
        BIO_meth_set_write(method) { bio, bytes, count in
            BIO_clear_flags(bio, flagsAll)
            let end = end(of: bio)
            let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            if end.pointee.holds(bytes) { return count }
            let sent = end.pointee.send(bytes)
            if sent < 0, errno == EAGAIN || errno == EINTR { BIO_set_flags(bio, flagsWrite) }
            return Int32(truncatingIfNeeded: sent)
        }
        BIO_meth_set_read(method) { bio, bytes, count in
            BIO_clear_flags(bio, flagsAll)
            let received = end(of: bio).pointee.receive(bytes, Int(count))
            if received < 0, errno == EAGAIN || errno == EINTR { BIO_set_flags(bio, flagsRead) }
            if received == 0 { BIO_set_flags(bio, BIO_FLAGS_IN_EOF) }
            return Int32(truncatingIfNeeded: received)
        }
        BIO_meth_set_ctrl(method) { bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: 1
            case BIO_CTRL_EOF: BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0
            default: 0
            }
        }
        BIO_meth_set_create(method) { bio in
            BIO_set_init(bio, 1)
            return 1
        }
        BIO_meth_set_destroy(method) { bio in
            guard BIO_get_data(bio) != nil else { return 1 }
            let end = end(of: bio)
            end.deinitialize(count: 1)
            end.deallocate()
            return 1
        }
        return method
    }()

    /// Gives `ssl` the socket, which stays the caller's to close; nil when there is no memory.
    ///
    /// - Returns: what lives for as long as `ssl`.
    static func attach(
        _ ssl: OpaquePointer,
        socket: Int32
    ) -> UnsafeMutablePointer<SocketEnd>? {
        guard let method, let bio = BIO_new(method) else { return nil }
        let end = UnsafeMutablePointer<SocketEnd>.allocate(capacity: 1)
        end.initialize(to: SocketEnd(socket: socket))
        BIO_set_data(bio, end)
        // SSL_set_bio(3): with the same BIO for both ways it takes the one reference.
        SSL_set_bio(ssl, bio, bio)
        return end
    }

    @inline(__always)
    private static func end(of bio: OpaquePointer?) -> UnsafeMutablePointer<SocketEnd> {
        // `attach` gives it before anyone reads or writes.
        BIO_get_data(bio).unsafelyUnwrapped.assumingMemoryBound(to: SocketEnd.self)
    }
}
