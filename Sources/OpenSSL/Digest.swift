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

/// True when two secrets are the same; the time it takes tells only whether their lengths are.
public func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}

/// OpenSSL's random generator, seeded by the system.
public enum SecureRandom {
    public static func bytes(count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            fill(UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: count))
            filled = count
        }
    }

    public static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        guard bytes.count > 0 else { return }
        let address = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        // Going on with bytes that can be guessed would be worse than not going on.
        precondition(RAND_bytes(address, Int32(bytes.count)) == 1, "no secure random bytes")
    }

    /// For shuffles and picks that nobody may foresee.
    public struct SecureGenerator: RandomNumberGenerator, Sendable {
        public init() {}

        public mutating func next() -> UInt64 {
            var word: UInt64 = 0
            withUnsafeMutableBytes(of: &word) { SecureRandom.fill($0) }
            return word
        }
    }
}
