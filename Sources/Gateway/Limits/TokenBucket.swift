import Protocol

/// So many at once, so many per second afterwards; reads no clock.
struct TokenBucket: Sendable {
    /// In thousandths of one, so that slow refills lose nothing to rounding.
    private var milliTokens: Int64
    private var at: ServerTime?
    private let burst: Int64
    /// Tokens that come back in `periodMs`.
    private let refill: Int64
    private let periodMs: Int64

    init(burst: Int, refill: Int, periodMs: Int64) {
        self.burst = Int64(burst)
        self.refill = Int64(refill)
        self.periodMs = periodMs
        milliTokens = Int64(burst) * 1000
    }

    /// Takes one, if one is left.
    mutating func take(at now: ServerTime) -> Bool {
        replenish(at: now)
        guard milliTokens >= 1000 else { return false }
        milliTokens -= 1000
        return true
    }

    /// Milliseconds until one is left again.
    func waitMs() -> Int64 {
        milliTokens >= 1000
            ? 0 : ((1000 - milliTokens) * periodMs + refill * 1000 - 1) / (refill * 1000)
    }

    private mutating func replenish(at now: ServerTime) {
        let last = at ?? now
        guard now > last || at == nil else { return }
        at = now
        let gained = min(now - last, periodMs * burst / refill + 1) * refill * 1000 / periodMs
        milliTokens = min(burst * 1000, milliTokens + gained)
    }
}

extension TokenBucket {
    /// 20 messages a second with bursts of 40 per connection.
    static let messages = TokenBucket(burst: 40, refill: 20, periodMs: 1000)
    /// 6 answers in 10 seconds per player.
    static let answers = TokenBucket(burst: 6, refill: 6, periodMs: 10_000)
    /// 30 joins in 5 minutes per address and session.
    static let joins = TokenBucket(burst: 30, refill: 30, periodMs: 300_000)
    /// 10 wrong join codes a minute per address.
    static let wrongCodes = TokenBucket(burst: 10, refill: 10, periodMs: 60_000)
    /// 20 new sessions an hour per address.
    static let sessions = TokenBucket(burst: 20, refill: 20, periodMs: 3_600_000)
}
