import COpenSSL
import Synchronization

/// Owns one `SSL_CTX`.
final class ContextHandle: @unchecked Sendable {
    let context: OpaquePointer
    /// Kept because the context's callback holds it unretained.
    private let sessions: SessionCache?
    /// Of a server's certificate.
    private(set) var validity: CertificateValidity?

    /// SSL_free(3) of the last session frees the context itself; this gives up our share in it.
    deinit { SSL_CTX_free(context) }

    private init(
        _ method: OpaquePointer?,
        _ sessions: SessionCache?
    ) throws(TLSConfigurationError) {
        guard let context = SSL_CTX_new(method) else { throw .takeFromQueue() }
        self.context = context
        self.sessions = sessions
        // Fails only for constants that this OpenSSL does not know: ours to find out in tests.
        precondition(copenssl_SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1)
        SSL_CTX_set_options(context, copenssl_options)
        _ = copenssl_SSL_CTX_set_mode(context, copenssl_modes)
        // Several records in one recv(); given back with the buffer when it is empty.
        copenssl_SSL_CTX_set_read_ahead(context, 1)
        precondition(copenssl_SSL_CTX_set1_groups_list(context, TLSProfile.groups) == 1)
        // On a client the order counts: AES-128 first, as browsers have it.
        precondition(SSL_CTX_set_ciphersuites(context, TLSProfile.cipherSuites) == 1)
    }

    static func server(
        certificateFile: String,
        keyFile: String,
        _ profile: TLSProfile
    ) throws(TLSConfigurationError) -> ContextHandle {
        let handle = try ContextHandle(TLS_server_method(), nil)
        let context = handle.context
        try handle.read(certificateFile) {
            SSL_CTX_use_certificate_chain_file(context, certificateFile)
        }
        // Checks too that key and certificate belong together.
        try handle.read(keyFile) {
            SSL_CTX_use_PrivateKey_file(context, keyFile, SSL_FILETYPE_PEM)
        }
        handle.validity = CertificateValidity(of: context)
        if let cipherList = profile.cipherList {
            precondition(SSL_CTX_set_cipher_list(context, cipherList) == 1)
        } else {
            precondition(copenssl_SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1)
        }
        // Tickets carry the session; nothing of it stays here.
        _ = copenssl_SSL_CTX_set_session_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
        precondition(SSL_CTX_set_num_tickets(context, 1) == 1)
        SSL_CTX_set_alpn_select_cb(context, ApplicationProtocol.select, nil)
        return handle
    }

    /// Has OpenSSL read a PEM file, and nobody asked for its passphrase: OpenSSL's own way is to wait for one
    /// at the terminal or at standard input, for ever (SSL_CTX_set_default_passwd_cb(3)).
    private func read(_ file: String, _ use: () -> Int32) throws(TLSConfigurationError) {
        var wantsPassphrase = false
        let isRead = withUnsafeMutablePointer(to: &wantsPassphrase) { wants in
            SSL_CTX_set_default_passwd_cb_userdata(context, wants)
            SSL_CTX_set_default_passwd_cb(context) { _, _, _, wants in
                wants?.assumingMemoryBound(to: Bool.self).pointee = true
                return -1
            }
            defer { SSL_CTX_set_default_passwd_cb_userdata(context, nil) }
            return use() == 1
        }
        guard !isRead else { return }
        let error = TLSConfigurationError.takeFromQueue(file: file)
        throw wantsPassphrase ? .encrypted(file: file) : error
    }

    static func client(
        _ trust: TLSContext.Trust,
        _ sessions: SessionCache?
    ) throws(TLSConfigurationError) -> ContextHandle {
        let handle = try ContextHandle(TLS_client_method(), sessions)
        let context = handle.context
        switch trust {
        case .authorities(let file):
            guard SSL_CTX_load_verify_file(context, file) == 1 else {
                throw .takeFromQueue(file: file)
            }
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        case .system:
            guard SSL_CTX_set_default_verify_paths(context) == 1 else { throw .takeFromQueue() }
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        case .insecure:
            SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
        }
        let offered = ApplicationProtocol.offer
        // Of all of OpenSSL, this one returns 0 for success.
        precondition(SSL_CTX_set_alpn_protos(context, offered, UInt32(offered.count)) == 0)
        if let sessions {
            let mode = SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL
            _ = copenssl_SSL_CTX_set_session_cache_mode(context, Int(mode))
            _ = copenssl_SSL_CTX_set_app_data(
                context,
                Unmanaged.passUnretained(sessions).toOpaque()
            )
            SSL_CTX_sess_set_new_cb(context, SessionCache.keep)
        }
        return handle
    }
}

/// libcrypto, as all of a process share it.
public enum CryptoLibrary {
    /// Leaves its memory alone when the process ends; to be called before anything else of it.
    ///
    /// Otherwise an exit handler frees it (OPENSSL_init_crypto(3)), under the feet of threads that still
    /// draw random numbers or end connections: a round being read aloud, say, or bots that are done.
    public static func keepUntilTheEnd() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }
}

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
