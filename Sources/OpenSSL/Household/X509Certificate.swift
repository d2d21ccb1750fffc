import COpenSSL

/// Owns one X.509 certificate (RFC 5280), which nobody changes once it is made.
final class X509Certificate: @unchecked Sendable {
    let certificate: OpaquePointer

    /// Contents of a certificate.
    struct Contents {
        /// Seen by people, in the settings of their devices; at most 64 characters.
        var commonName: String
        var validity: CertificateValidity
        /// By NID, each as x509v3_config(5) has it.
        var extensions: [(nid: Int32, text: String)]
    }

    /// Makes one.
    ///
    /// - Parameter issuer: nil: itself.
    init(
        _ contents: Contents,
        of key: PrivateKey,
        issuer: X509Certificate?,
        signedBy signer: PrivateKey
    ) {
        guard let certificate = X509_new() else {
            preconditionFailure("no memory for a certificate")
        }
        self.certificate = certificate
        precondition(X509_set_version(certificate, Self.version3) == 1)
        var serial = SecureRandom.bytes(count: 16)
        // Positive, and of one length (§4.1.2.2).
        serial[0] = serial[0] & 0x3F | 0x40
        precondition(ASN1_STRING_set(X509_get_serialNumber(certificate), serial, 16) == 1)
        ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(contents.validity.notBefore))
        ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(contents.validity.notAfter))
        let subject = X509_get_subject_name(certificate)
        for (field, text) in [("O", Self.organisation), ("CN", contents.commonName)] {
            let text = Array(text.utf8)
            let count = Int32(text.count)
            precondition(
                X509_NAME_add_entry_by_txt(subject, field, MBSTRING_UTF8, text, count, -1, 0) == 1
            )
        }
        let issuerName = issuer.map { X509_get_subject_name($0.certificate) } ?? subject
        precondition(X509_set_issuer_name(certificate, issuerName) == 1)
        precondition(X509_set_pubkey(certificate, key.key) == 1)
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer?.certificate ?? certificate, certificate, nil, nil, 0)
        for (nid, text) in contents.extensions {
            guard let extra = X509V3_EXT_conf_nid(nil, &context, nid, text) else {
                preconditionFailure("OpenSSL can't write \(text)")
            }
            defer { X509_EXTENSION_free(extra) }
            precondition(X509_add_ext(certificate, extra, -1) == 1)
        }
        precondition(X509_sign(certificate, signer.key, EVP_sha256()) > 0)
    }

    /// - Returns: nil where there is no certificate in it.
    init?(pem: [UInt8]) {
        let bytes = MemoryBIO(pem)
        guard let certificate = PEM_read_bio_X509(bytes.bio, nil, { _, _, _, _ in -1 }, nil) else {
            ERR_clear_error()
            return nil
        }
        self.certificate = certificate
    }

    deinit { X509_free(certificate) }

    private static let version3 = 2
    private static let organisation = "Tripto Gateway"

    var pem: [UInt8] {
        let bytes = MemoryBIO()
        precondition(PEM_write_bio_X509(bytes.bio, certificate) == 1)
        return bytes.taken()
    }

    var der: [UInt8] {
        let bytes = MemoryBIO()
        precondition(i2d_X509_bio(bytes.bio, certificate) == 1)
        return bytes.taken()
    }

    /// Nil where its dates can't be read.
    var validity: CertificateValidity? { CertificateValidity(ofAll: [certificate]) }

    func belongs(to key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(certificate, key.key) == 1
    }

    /// True when the signature is that of the key in another one, or in itself.
    func isSigned(by other: X509Certificate) -> Bool {
        defer { ERR_clear_error() }
        return X509_verify(certificate, X509_get0_pubkey(other.certificate)) == 1
    }

    var isAuthority: Bool {
        defer { ERR_clear_error() }
        return X509_check_ca(certificate) == 1
    }

    func names(_ name: CertificateName) -> Bool {
        switch name {
        case .domain(let name): X509_check_host(certificate, name, 0, 0, nil) == 1
        case .address(let address): X509_check_ip_asc(certificate, address, 0) == 1
        }
    }
}

/// Owns one key, which nobody changes once it is made.
final class PrivateKey: @unchecked Sendable {
    let key: OpaquePointer

    /// A new one: ECDSA on P-256, which every browser takes.
    init() {
        guard let key = copenssl_EVP_EC_gen("P-256") else {
            preconditionFailure("OpenSSL makes no key")
        }
        self.key = key
    }

    /// - Returns: nil where there is no key in it, or an encrypted one: nobody is here to type a
    ///   passphrase.
    init?(pem: [UInt8]) {
        let bytes = MemoryBIO(pem)
        guard let key = PEM_read_bio_PrivateKey(bytes.bio, nil, { _, _, _, _ in -1 }, nil) else {
            ERR_clear_error()
            return nil
        }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// PKCS #8, not encrypted.
    var pem: [UInt8] {
        let bytes = MemoryBIO()
        precondition(PEM_write_bio_PKCS8PrivateKey(bytes.bio, key, nil, nil, 0, nil, nil) == 1)
        return bytes.taken()
    }
}

/// OpenSSL's reader and writer of PEM and DER, over bytes in memory (BIO_s_mem(3)).
struct MemoryBIO: ~Copyable {
    let bio: OpaquePointer

    init(_ bytes: [UInt8] = []) {
        guard let bio = BIO_new(BIO_s_mem()) else { preconditionFailure("no memory for bytes") }
        self.bio = bio
        guard !bytes.isEmpty else { return }
        precondition(BIO_write(bio, bytes, Int32(bytes.count)) == Int32(bytes.count))
    }

    deinit { BIO_free(bio) }

    /// All that has been written to it; empties it.
    func taken() -> [UInt8] {
        let count = Int(BIO_ctrl_pending(bio))
        return [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            filled = max(0, Int(BIO_read(bio, room.baseAddress, Int32(count))))
        }
    }
}
