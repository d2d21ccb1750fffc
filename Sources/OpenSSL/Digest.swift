import COpenSSL

/// Message digests (FIPS 180-4).
public enum Digest {
    /// 20 bytes. For the WebSocket handshake only (RFC 6455 §4.2.2), where nothing rests on it.
    public static func sha1(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        sha1.digest(of: message)
    }

    /// 32 bytes.
    public static func sha256(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        sha256.digest(of: message)
    }

    public static func sha1(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { sha1($0) }
    }

    public static func sha256(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { sha256($0) }
    }

    /// Fetched once: OpenSSL's one-call functions look the algorithm up at every call, which costs
    /// several times the digest of a short message (`crypto(7)`, "Performance").
    private static let sha1 = Algorithm("SHA1", byteCount: Int(SHA_DIGEST_LENGTH))
    private static let sha256 = Algorithm("SHA256", byteCount: Int(SHA256_DIGEST_LENGTH))

    /// Immutable once fetched, and never freed.
    private struct Algorithm: @unchecked Sendable {
        let method: OpaquePointer
        let byteCount: Int

        init(_ name: String, byteCount: Int) {
            guard let method = EVP_MD_fetch(nil, name, nil) else {
                preconditionFailure("OpenSSL has no \(name)")
            }
            self.method = method
            self.byteCount = byteCount
        }

        func digest(of message: UnsafeRawBufferPointer) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
                let isMade = EVP_Digest(
                    message.baseAddress,
                    message.count,
                    digest.baseAddress,
                    nil,
                    method,
                    nil
                )
                precondition(isMade == 1, "no memory for a digest")
                count = byteCount
            }
        }
    }
}
