/// Reason why a URL was not taken. Quotes nothing of it, as it may hold a password.
public enum RedisURLError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong
    case scheme
    /// The hiredis that is used here has no TLS.
    case noTLS
    case host
    case port
    case path
    case credentials
    case database
    case master
    case tooManySentinels
    case query

    public var description: String {
        switch self {
        case .tooLong: "the Redis URL is longer than \(RedisURL.maxBytes) bytes"
        case .scheme: "the Redis URL must begin with redis://, redis+unix:// or redis+sentinel://"
        case .noTLS: "rediss:// (Redis over TLS) is not supported"
        case .host: "the Redis URL has no host, or one that can't be one"
        case .port: "the Redis URL has a port that is not between 1 and 65535"
        case .path: "the Redis URL has no absolute path of at most \(RedisURL.maxPathBytes) bytes"
        case .credentials: "the Redis URL has a user without password, or they are not encoded well"
        case .database:
            "the Redis URL has a database that is not between 0 and \(RedisURL.maxDatabase)"
        case .master: "the Redis URL names no master that its sentinels know"
        case .tooManySentinels: "the Redis URL has more than \(RedisURL.maxSentinels) sentinels"
        case .query: "the Redis URL has a query that is not db=… or password=…"
        }
    }
}
