import COpenSSL

/// An authority that a household makes for itself and its devices learn to trust.
///
/// Its name constraints are critical (RFC 5280 §4.2.1.10): a thief of its key can pass for the
/// devices of a house and for nothing else in the world.
struct CertificateAuthority: Sendable {
    let certificate: X509Certificate
    let key: PrivateKey

    init(certificate: X509Certificate, key: PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// Makes one.
    ///
    /// - Parameters:
    ///   - host: how people call the machine.
    ///   - names: what it may vouch for besides what every household has.
    ///   - now: seconds since 1970.
    init(host: String, permitting names: [CertificateName], now: Int64) {
        let permitted = Self.household + names.map(\.constraint)
        let constraints = permitted.map { "permitted;\($0)" }.joined(separator: ",")
        key = PrivateKey()
        certificate = X509Certificate(
            X509Certificate.Contents(
                commonName: String("Tripto at \(host)".prefix(64)),
                validity: CertificateValidity(
                    notBefore: now - Self.daySeconds,
                    notAfter: now + Self.days * Self.daySeconds
                ),
                extensions: [
                    (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                    (NID_key_usage, "critical,keyCertSign"),
                    (NID_name_constraints, "critical,\(constraints)"),
                    (NID_subject_key_identifier, "hash"),
                ]
            ),
            of: key,
            issuer: nil,
            signedBy: key
        )
    }

    static let daySeconds: Int64 = 24 * 60 * 60
    /// Ten years.
    static let days: Int64 = 3_652
    /// Of a server's certificate, from a day before it is made, for devices whose clocks are late:
    /// browsers take 398 from public authorities.
    static let serverDays: Int64 = 397

    /// Names and addresses that never leave a house: those of mDNS (RFC 6762), the machine itself,
    /// private addresses (RFC 1918, RFC 4193), link-local ones (RFC 3927, RFC 4291) and those of a
    /// provider's or an overlay's shared space (RFC 6598).
    private static let household = [
        "DNS:local", "DNS:localhost", "IP:127.0.0.0/255.0.0.0", "IP:10.0.0.0/255.0.0.0",
        "IP:172.16.0.0/255.240.0.0", "IP:192.168.0.0/255.255.0.0", "IP:169.254.0.0/255.255.0.0",
        "IP:100.64.0.0/255.192.0.0", "IP:::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "IP:fc00::/fe00::", "IP:fe80::/ffc0::",
    ]

    /// Makes a server's certificate, whether or not devices will take it: `refusal` tells.
    ///
    /// - Parameter names: at least one.
    func issue(for names: [CertificateName], of key: PrivateKey, now: Int64) -> X509Certificate {
        let start = now - Self.daySeconds
        let end = start + Self.serverDays * Self.daySeconds
        return X509Certificate(
            X509Certificate.Contents(
                commonName: "Tripto Gateway",
                validity: CertificateValidity(
                    notBefore: start,
                    notAfter: min(end, certificate.validity?.notAfter ?? end)
                ),
                extensions: [
                    (NID_basic_constraints, "critical,CA:FALSE"),
                    (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "serverAuth"),
                    (NID_subject_alt_name, names.map(\.alternative).joined(separator: ",")),
                    (NID_subject_key_identifier, "hash"),
                    (NID_authority_key_identifier, "keyid:always"),
                ]
            ),
            of: key,
            issuer: certificate,
            signedBy: self.key
        )
    }

    /// Why a device that trusts this authority would refuse a server's certificate.
    ///
    /// - Returns: nil where it takes it, or else X509_V_ERR_… (X509_STORE_CTX_get_error(3)).
    func refusal(of server: X509Certificate, now: Int64) -> Int32? {
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else {
            preconditionFailure("no memory to check a certificate")
        }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            ERR_clear_error()
        }
        precondition(X509_STORE_add_cert(store, certificate.certificate) == 1)
        precondition(X509_STORE_CTX_init(context, store, server.certificate, nil) == 1)
        precondition(X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER) == 1)
        X509_STORE_CTX_set_time(context, 0, time_t(now))
        return X509_verify_cert(context) == 1 ? nil : X509_STORE_CTX_get_error(context)
    }

    /// True when a device that trusts this authority believes it about a name. Tested at the time
    /// when it was made: this machine's clock may be behind, which says nothing about a name.
    func mayVouch(for name: CertificateName) -> Bool {
        guard let made = certificate.validity.map({ $0.notBefore + Self.daySeconds }) else {
            return false
        }
        return refusal(of: issue(for: [name], of: key, now: made), now: made) == nil
    }
}
