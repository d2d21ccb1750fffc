/// What an operator may want to know; for a log. Holds no password.
public enum RedisEvent: Hashable, Sendable {
    /// Commands are taken, or all channels are subscribed to again.
    case ready(RedisAddress)
    /// A connection that was ready is gone; tried again in so many ms.
    case lost(RedisFailure, retryMs: Int64)
    /// None was brought about; tried again in so many ms.
    case notConnected(RedisFailure, retryMs: Int64)
    /// Redis' clock is not where it was: the loop's follows it slowly.
    case clockJumped(byMs: Int64)
}
