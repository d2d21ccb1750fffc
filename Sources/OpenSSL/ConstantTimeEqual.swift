import COpenSSL

/// Whether two secrets are the same, in a time that tells only whether their lengths are.
public func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}
