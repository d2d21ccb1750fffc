import COpenSSL
import Synchronization

/// A client's newest session: one, since a load test talks to one server.
final class SessionCache: Sendable {
    private struct Session: @unchecked Sendable { var pointer: OpaquePointer? }

    private let newest = Mutex(Session(pointer: nil))

    deinit {
        newest.withLock { SSL_SESSION_free($0.pointer) }
    }

    /// Lets a connection that is about to begin take up the session.
    func offer(to ssl: OpaquePointer) {
        newest.withLock { session in
            // SSL_set_session(3) counts its own reference.
            if let pointer = session.pointer { _ = SSL_set_session(ssl, pointer) }
        }
    }

    /// SSL_CTX_sess_set_new_cb(3): returning 1 keeps the reference that came with the session.
    static let keep: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = { ssl, session in
        guard let ssl, let context = SSL_get_SSL_CTX(ssl),
            let cache = copenssl_SSL_CTX_get_app_data(context)
        else { return 0 }
        let given = Session(pointer: session)
        Unmanaged<SessionCache>.fromOpaque(cache).takeUnretainedValue().newest.withLock { newest in
            SSL_SESSION_free(newest.pointer)
            newest = given
        }
        return 1
    }
}
