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
