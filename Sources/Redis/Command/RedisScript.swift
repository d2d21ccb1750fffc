import OpenSSL

/// A Lua script, known to Redis by the SHA-1 digest of its source (EVALSHA). Made once and kept.
public final class RedisScript: Sendable {
    public let source: String
    /// 40 hexadecimal digits.
    public let digest: String

    public init(_ source: String) {
        self.source = source
        let digits = Array("0123456789abcdef")
        digest = String(
            Digest.sha1(Array(source.utf8)).flatMap {
                [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
            }
        )
    }
}
