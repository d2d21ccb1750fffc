import COpenSSL
import Glibc

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
