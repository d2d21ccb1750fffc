import COpenSSL

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
