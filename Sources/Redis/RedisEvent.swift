/// An event for an operator's log. Holds no password.
public enum RedisEvent: Hashable, Sendable {
    /// Commands are taken, or all channels are subscribed to again.
    case ready(RedisAddress)
    /// A connection that was ready is gone; tried again after this many ms.
    case lost(RedisFailure, retryMs: Int64)
    /// A connection could not be made; tried again after this many ms.
    case notConnected(RedisFailure, retryMs: Int64)
    /// Redis' clock is not where it was: the loop's follows it slowly.
    case clockJumped(byMs: Int64)
}
