import COpenSSL

/// Why a TLS connection failed: the peer's bytes, its certificate or the socket.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// OpenSSL's packed code (ERR_get_error(3)); 0 when only the socket failed.
    public let code: UInt
    /// The socket's errno; 0 when it was not the socket.
    public let errno: Int32
    /// X509_V_… of a refused certificate (X509_verify_cert_error_string(3)); 0 when it was not that.
    public let verification: Int

    public var description: String {
        if verification != Int(X509_V_OK) {
            return String(cString: X509_verify_cert_error_string(verification))
        }
        guard code != 0 else { return "socket error \(errno)" }
        guard let reason = ERR_reason_error_string(code) else { return "OpenSSL error \(code)" }
        return String(cString: reason)
    }

    /// The oldest error of this thread's queue, which is left empty.
    static func takeFromQueue(errno: Int32 = 0, verification: Int = 0) -> TLSError {
        let code = ERR_get_error()
        ERR_clear_error()
        return TLSError(code: code, errno: errno, verification: verification)
    }
}
