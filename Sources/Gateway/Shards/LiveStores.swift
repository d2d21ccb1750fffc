public import Redis

/// Where what lives while people play is kept.
public enum LiveStores: Sendable {
    /// In this process, for one gateway alone.
    case inProcess
    /// In a Redis that gateways share.
    case redis(RedisURL)
}
