import COpenSSL

/// Keyed message authentication (RFC 2104).
public enum HMAC {
    /// 32 bytes. A key may have any length, also none.
    public static func sha256(key: [UInt8], _ message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { code, count in
            let done = key.withUnsafeBytes { key in
                // A null key would mean "the one before" to OpenSSL; a null message is just empty.
                withUnsafePointer(to: UInt8(0)) { noByte in
                    COpenSSL.HMAC(
                        EVP_sha256(),
                        key.baseAddress ?? UnsafeRawPointer(noByte),
                        Int32(key.count),
                        message.bindMemory(to: UInt8.self).baseAddress ?? noByte,
                        message.count,
                        code.baseAddress,
                        nil
                    )
                }
            }
            precondition(done != nil, "OpenSSL offers no HMAC-SHA256")
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    public static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { sha256(key: key, $0) }
    }
}
