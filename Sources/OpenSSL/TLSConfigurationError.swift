import COpenSSL

/// A certificate, key or authority that cannot be used.
public struct TLSConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file at fault; empty when there is none.
    public let file: String
    /// OpenSSL's reason.
    public let reason: String

    public var description: String { file.isEmpty ? reason : "\(file): \(reason)" }

    /// A gateway has nobody to ask for a passphrase.
    static func encrypted(file: String) -> TLSConfigurationError {
        TLSConfigurationError(
            file: file,
            reason: "is encrypted; give it without a passphrase (openssl pkey -in … -out …)"
        )
    }

    /// Empties this thread's error queue into one error; a system error (no such file) says most.
    static func takeFromQueue(file: String = "") -> TLSConfigurationError {
        var reason: String?
        while case let code = ERR_get_error(), code != 0 {
            let isSystem = copenssl_ERR_system_code(code) != 0
            guard reason == nil || isSystem, let text = ERR_reason_error_string(code) else {
                if reason == nil, isSystem {
                    reason = String(cString: strerror(copenssl_ERR_system_code(code)))
                }
                continue
            }
            reason = String(cString: text)
            if isSystem { break }
        }
        ERR_clear_error()
        return TLSConfigurationError(file: file, reason: reason ?? "refused by OpenSSL")
    }
}
