import COpenSSL

/// Message digests (FIPS 180-4).
public enum Digest {
    /// 20 bytes. For the WebSocket handshake only (RFC 6455 §4.2.2), where nothing rests on it.
    public static func sha1(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { digest, count in
            SHA1(message.bindMemory(to: UInt8.self).baseAddress, message.count, digest.baseAddress)
            count = Int(SHA_DIGEST_LENGTH)
        }
    }

    /// 32 bytes.
    public static func sha256(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
            SHA256(
                message.bindMemory(to: UInt8.self).baseAddress,
                message.count,
                digest.baseAddress
            )
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    public static func sha1(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { sha1($0) }
    }

    public static func sha256(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { sha256($0) }
    }
}
