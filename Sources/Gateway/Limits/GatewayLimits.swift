import Timers

/// Times allowed to clients, in milliseconds (protocol §3 and §4).
///
/// Checked every `sweepMs`, so everything may last that much longer.
public struct SocketTimes: Hashable, Sendable {
    static let sweepMs: Int64 = 1_000
    /// Connections that a sweep pings, turns out or closes before others get their turn.
    static let maxSweptAtOnce = 128

    /// A request must have arrived whole by then.
    public var requestMs: Int64 = 5_000
    /// An HTTP connection without a request is kept this long.
    public var idleMs: Int64 = 60_000
    /// A client that has not said HELLO by then is closed.
    public var greetingMs: Int64 = 5_000
    /// A client that is silent for this long is pinged.
    public var pingMs: Int64 = 20_000
    /// A client that is silent for this long is gone.
    public var silenceMs: Int64 = 45_000
    /// The closing handshake.
    public var closingMs: Int64 = 2_000

    public init() {}
}

/// Limits by time of connections and addresses (protocol §4); those of a player's commands are the games'.
extension TokenBucket {
    /// 20 messages a second with bursts of 40 per connection.
    static let messages = TokenBucket(burst: 40, perMs: 2_000)
    /// 30 joins in 5 minutes per address and session.
    static let joins = TokenBucket(burst: 30, perMs: 300_000)
    /// 200 failed joins in 5 minutes per address and session: each costs the archive a write.
    static let refusedJoins = TokenBucket(burst: 200, perMs: 300_000)
    /// 10 wrong codes of a kind a minute per address.
    static let wrongCodes = TokenBucket(burst: 10, perMs: 60_000)
    /// 30 join codes waiting per address that has typed too many wrong ones; one has its turn every 2 s.
    static let codeTurns = TokenBucket(burst: 30, perMs: 60_000)
    /// KiB of documents that one connection has sent anew: 128 at once, 32 a second. Even with the
    /// one that goes beyond it, this is less than may wait for a connection
    /// (`ConnectionLimits.maxBacklogBytes`): a client that asks too often is told so, and not cut.
    static let documents = TokenBucket(burst: 128, perMs: 4_000)
    /// 20 new sessions an hour per address.
    static let sessions = TokenBucket(burst: 20, perMs: 3_600_000)
    /// 60 requests a minute per address for sessions that are not there: each costs a disk read.
    static let unknownSessions = TokenBucket(burst: 60, perMs: 60_000)
    /// 30 pairing codes in 10 minutes per address.
    static let pairings = TokenBucket(burst: 30, perMs: 600_000)
    /// 20 letters an hour that one address asks for.
    static let accountLetters = TokenBucket(burst: 20, perMs: 3_600_000)
    /// 30 logins in 10 minutes per address that fail: a household has many phones.
    static let wrongPasswords = TokenBucket(burst: 30, perMs: 600_000)
    /// 30 reports in 10 minutes per address: each costs the archive a write.
    static let reports = TokenBucket(burst: 30, perMs: 600_000)
    /// 60 refresh tokens a minute per address, good or not: each costs the archive work.
    static let renewals = TokenBucket(burst: 60, perMs: 60_000)
    /// 120 looks at leaderboards a minute per address.
    static let leaderboards = TokenBucket(burst: 120, perMs: 60_000)
    /// 60 searches of content a minute per address.
    static let contentSearches = TokenBucket(burst: 60, perMs: 60_000)
    /// 10 orders of content an hour per address: each costs the operator a model's work.
    static let contentOrders = TokenBucket(burst: 10, perMs: 3_600_000)
}
