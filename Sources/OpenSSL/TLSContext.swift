import COpenSSL
import Synchronization

/// Settings that all TLS connections of one kind share: certificate and key on a server, trust on a client.
///
/// ALPN `http/1.1`, no renegotiation, no compression, no early data; resumption by one stateless ticket. A
/// server's versions are its `TLSProfile`'s, a client speaks 1.2 and 1.3. May be used from any thread.
public final class TLSContext: Sendable {
    /// Servers that a client trusts.
    public enum Trust: Sendable {
        /// Certificates that lead to one in this PEM file, and name the server.
        case authorities(file: String)
        /// Certificates that lead to one of the system's authorities, and name the server; `SSL_CERT_FILE`
        /// and `SSL_CERT_DIR` put others in their place (SSL_CTX_set_default_verify_paths(3)).
        case system
        /// Anyone: for load tests against one's own machine.
        case insecure
    }

    enum Role {
        case server(TLSProfile)
        case client
    }

    let role: Role
    private let current: Mutex<ContextHandle>
    /// A client's newest session, offered when it connects again; nil when it is not to be kept.
    let sessions: SessionCache?

    private init(_ role: Role, _ handle: consuming sending ContextHandle, _ sessions: SessionCache?)
    {
        self.role = role
        current = Mutex(handle)
        self.sessions = sessions
    }

    /// A server's context.
    ///
    /// - Parameters:
    ///   - certificateFile: PEM, the server's own certificate first, then those that lead to its
    ///     authority.
    ///   - keyFile: PEM, not encrypted.
    public static func server(
        certificateFile: String,
        keyFile: String,
        profile: TLSProfile = .modern
    ) throws(TLSConfigurationError) -> TLSContext {
        TLSContext(
            .server(profile),
            try ContextHandle.server(certificateFile: certificateFile, keyFile: keyFile, profile),
            nil
        )
    }

    /// A client's context.
    ///
    /// - Parameter resumes: whether to offer the newest session to the next connection.
    public static func client(
        _ trust: Trust,
        resumes: Bool = false
    ) throws(TLSConfigurationError) -> TLSContext {
        let sessions = resumes ? SessionCache() : nil
        return TLSContext(.client, try ContextHandle.client(trust, sessions), sessions)
    }

    /// Takes a renewed certificate into use for new connections; open ones go on.
    ///
    /// Earlier tickets are no longer known: a client that brings one makes a full handshake. Leaves
    /// everything as it was when it throws.
    public func reload(
        certificateFile: String,
        keyFile: String
    ) throws(TLSConfigurationError) {
        guard case .server(let profile) = role else {
            preconditionFailure("only a server has a certificate to renew")
        }
        let renewed = try ContextHandle.server(
            certificateFile: certificateFile,
            keyFile: keyFile,
            profile
        )
        current.withLock { $0 = renewed }
    }

    /// Of the certificate in use; nil on a client.
    public var validity: CertificateValidity? { current.withLock { $0.validity } }

    /// A new `SSL`, which keeps the `SSL_CTX` it was made of (SSL_new(3)).
    func makeSSL() -> OpaquePointer? {
        current.withLock { SSL_new($0.context) }
    }
}
