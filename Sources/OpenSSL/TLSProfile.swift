import COpenSSL

/// Versions and suites of a server, by the names of Mozilla's guideline for server-side TLS (version 6.0).
///
/// In both the client's order of suites counts: a phone without AES instructions knows that it wants
/// ChaCha20.
public enum TLSProfile: String, CaseIterable, Sendable {
    /// TLS 1.3 alone.
    case modern
    /// TLS 1.2 as well, with ephemeral keys and authenticated encryption only.
    case intermediate

    /// SSL_CTX_set_cipher_list(3), for TLS 1.2; modern has no use for it.
    var cipherList: String? {
        switch self {
        case .modern: nil
        case .intermediate:
            "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
                + "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
                + "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305"
        }
    }

    /// SSL_CTX_set_ciphersuites(3), for TLS 1.3.
    static let cipherSuites =
        "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"

    /// SSL_CTX_set1_groups_list(3). The guideline's first, X25519MLKEM768, came with OpenSSL 3.5.
    static let groups = "X25519:P-256:P-384"
}

/// ALPN (RFC 7301): `http/1.1` and nothing else.
enum ApplicationProtocol {
    /// A list of one name, each with its length in front (RFC 7301 §3.1).
    static let offer: [UInt8] = [8] + Array("http/1.1".utf8)

    /// SSL_CTX_set_alpn_select_cb(3): a client that offers other protocols only is refused with
    /// no_application_protocol (RFC 7301 §3.2).
    static let select:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
            UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32 = { _, chosen, chosenCount, offered, offeredCount, _ in
            let offers = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
            var at = 0
            while at < offers.count {
                let end = at + 1 + Int(offers[at])
                guard end <= offers.count else { break }
                // The answer may point into the offer, which outlives it.
                if offers[at..<end].elementsEqual(offer), let start = offers.baseAddress {
                    chosen?.pointee = start + at + 1
                    chosenCount?.pointee = offers[at]
                    return SSL_TLSEXT_ERR_OK
                }
                at = end
            }
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }
}

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
