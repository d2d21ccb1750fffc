import Timers

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
}
