import Protocol

/// So many at once, so many per second afterwards; reads no clock.
struct TokenBucket: Sendable {
    private let burst: Int64
    /// Milliseconds until one comes back.
    private let intervalMs: Int64
    /// When the bucket will be full again, which is when the last one that was taken is back; what is
    /// before now has come back already.
    private(set) var fullAt: ServerTime?

    /// - Parameter perMs: the time in which `burst` come back.
    init(burst: Int, perMs: Int64) {
        precondition(burst > 0 && perMs >= burst, "\(burst) in \(perMs) ms")
        self.burst = Int64(burst)
        intervalMs = perMs / Int64(burst)
    }

    /// Takes one, if one is left.
    mutating func take(at now: ServerTime) -> Bool {
        waitAfterTaking(at: now) == nil
    }

    /// Takes one.
    ///
    /// - Returns: nil when one was left, else milliseconds until one is.
    mutating func waitAfterTaking(at now: ServerTime) -> Int64? {
        if let waitMs = waitMs(at: now) { return waitMs }
        fullAt = max(fullAt ?? now, now) + intervalMs
        return nil
    }

    /// Takes more than there may be, for what is known only when it has been done: later ones wait until it
    /// has come back.
    mutating func charge(_ count: Int, at now: ServerTime) {
        fullAt = max(fullAt ?? now, now) + Int64(count) * intervalMs
    }

    /// Gives back one that was taken for something that turned out to be no mischief.
    mutating func giveBack() {
        if let last = fullAt { fullAt = ServerTime(ms: last.ms - intervalMs) }
    }

    /// Whether nothing of it is missing, so that it need not be remembered.
    func isFull(at now: ServerTime) -> Bool {
        fullAt.map { $0 <= now } ?? true
    }

    /// Milliseconds until one is left; nil when one is.
    func waitMs(at now: ServerTime) -> Int64? {
        guard let fullAt else { return nil }
        let waitMs = (fullAt - now) - (burst - 1) * intervalMs
        return waitMs > 0 ? waitMs : nil
    }
}

extension TokenBucket {
    /// 20 messages a second with bursts of 40 per connection.
    static let messages = TokenBucket(burst: 40, perMs: 2_000)
    /// 20 connections in 20 seconds per viewer.
    static let greetings = TokenBucket(burst: 20, perMs: 20_000)
    /// 6 answers in 10 seconds per player.
    static let answers = TokenBucket(burst: 6, perMs: 10_000)
    /// 30 joins in 5 minutes per address and session.
    static let joins = TokenBucket(burst: 30, perMs: 300_000)
    /// 200 joins that come to nothing in 5 minutes per address and session: each costs the archive a write.
    static let refusedJoins = TokenBucket(burst: 200, perMs: 300_000)
    /// 10 wrong codes of a kind a minute per address.
    static let wrongCodes = TokenBucket(burst: 10, perMs: 60_000)
    /// 30 join codes waiting per address that has typed too many wrong ones; one has its turn every 2 s.
    static let codeTurns = TokenBucket(burst: 30, perMs: 60_000)
    /// KiB of documents that one connection has sent anew: 512 at once, 32 a second.
    static let documents = TokenBucket(burst: 512, perMs: 16_000)
    /// 20 new sessions an hour per address.
    static let sessions = TokenBucket(burst: 20, perMs: 3_600_000)
    /// 60 questions for sessions that are not there a minute per address: each costs a look at disk.
    static let unknownSessions = TokenBucket(burst: 60, perMs: 60_000)
    /// 30 pairing codes in 10 minutes per address.
    static let pairings = TokenBucket(burst: 30, perMs: 600_000)
}
