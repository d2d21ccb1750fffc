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
