/// Reason why there is no reply to a command.
public enum RedisError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was never carried out: it was not sent, or a server that serves nobody turned it away.
    case unavailable(RedisFailure)
    /// It was sent, and then the connection was lost: it may have been carried out or not.
    case lost(RedisFailure)

    public var description: String {
        switch self {
        case .unavailable(let failure): "Redis is unavailable: \(failure)"
        case .lost(let failure): "Redis was lost before it answered: \(failure)"
        }
    }
}
