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

/// Redis' answer (RESP2).
public enum RedisReply: Hashable, Sendable {
    case null
    case integer(Int64)
    /// A short word such as "OK".
    case status(String)
    case bytes([UInt8])
    case array([RedisReply])
    /// Redis' refusal of the command; its first word is a code such as "WRONGTYPE".
    case error(String)
}

/// Called once, on the loop, and never before the call that it was given to has returned.
public typealias RedisCompletion = (Result<RedisReply, RedisError>) -> Void
