/// Limits of one connection, and its time-outs.
public struct RedisLimits: Sendable {
    /// Commands that wait for their reply.
    public var maxInFlight = 65_536
    /// Bytes that wait to be sent.
    public var maxBacklogBytes = 64 * 1024 * 1024
    /// Bytes of one reply.
    public var maxReplyBytes = 64 * 1024 * 1024
    /// Values in one reply, those in arrays of arrays included.
    public var maxReplyValues = 1 << 20
    /// The longest that a reply may take, and connecting with everything that belongs to it.
    public var replyMs = 2_000

    public init() {}
}
