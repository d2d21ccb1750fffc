import COpenSSL
import Glibc

/// From when until when a server's certificate is good: itself and all that lead to its authority.
public struct CertificateValidity: Hashable, Sendable {
    /// Seconds since 1970.
    public let notBefore: Int64
    public let notAfter: Int64

    public init(notBefore: Int64, notAfter: Int64) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// - Parameter context: one that has its certificate.
    /// - Returns: nil where a date cannot be read.
    init?(of context: OpaquePointer) {
        var chain: OpaquePointer?
        _ = copenssl_SSL_CTX_get0_chain_certs(context, &chain)
        let others = (0..<max(0, copenssl_sk_X509_num(chain))).map {
            copenssl_sk_X509_value(chain, $0)
        }
        self.init(ofAll: [SSL_CTX_get0_certificate(context)] + others)
    }

    /// While all of some certificates are good.
    ///
    /// - Returns: nil where a date cannot be read.
    init?(ofAll all: [OpaquePointer?]) {
        let starts = all.compactMap { Self.seconds(X509_get0_notBefore($0)) }
        let ends = all.compactMap { Self.seconds(X509_get0_notAfter($0)) }
        guard starts.count == all.count, ends.count == all.count, let notBefore = starts.max(),
            let notAfter = ends.min()
        else { return nil }
        self.init(notBefore: notBefore, notAfter: notAfter)
    }

    /// ASN1_TIME_to_tm(3), which tells UTC.
    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Int64(timegm(&parts))
    }
}
