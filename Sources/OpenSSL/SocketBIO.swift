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
            let sent = send(descriptor(of: bio), bytes, Int(count), Int32(MSG_NOSIGNAL))
            if sent < 0, errno == EAGAIN || errno == EINTR { BIO_set_flags(bio, flagsWrite) }
            return Int32(truncatingIfNeeded: sent)
        }
        BIO_meth_set_read(method) { bio, bytes, count in
            BIO_clear_flags(bio, flagsAll)
            let received = recv(descriptor(of: bio), bytes, Int(count), 0)
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
        return method
    }()

    /// Gives `ssl` the socket; the socket stays the caller's to close.
    static func attach(_ ssl: OpaquePointer, socket: Int32) -> Bool {
        guard let method, let bio = BIO_new(method) else { return false }
        BIO_set_data(bio, UnsafeMutableRawPointer(bitPattern: Int(socket)))
        // SSL_set_bio(3): with the same BIO for both ways it takes the one reference.
        SSL_set_bio(ssl, bio, bio)
        return true
    }

    private static func descriptor(of bio: OpaquePointer?) -> Int32 {
        Int32(truncatingIfNeeded: Int(bitPattern: BIO_get_data(bio)))
    }
}
