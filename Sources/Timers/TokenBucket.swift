/// A burst at once, and a steady rate afterwards; reads no clock.
public struct TokenBucket: Sendable {
    private let burst: Int64
    /// Milliseconds until one comes back.
    private let intervalMs: Int64
    /// When the bucket will be full again, when the last one taken is back; a moment before now
    /// counts as full.
    public private(set) var fullAt: ServerTime?

    /// - Parameter perMs: the time in which `burst` come back.
    public init(burst: Int, perMs: Int64) {
        precondition(burst > 0 && perMs >= burst, "\(burst) in \(perMs) ms")
        self.burst = Int64(burst)
        intervalMs = perMs / Int64(burst)
    }

    /// Takes one, if one is left.
    public mutating func take(at now: ServerTime) -> Bool {
        waitAfterTaking(at: now) == nil
    }

    /// Takes one.
    ///
    /// - Returns: nil when one was left, else milliseconds until one is.
    public mutating func waitAfterTaking(at now: ServerTime) -> Int64? {
        if let waitMs = waitMs(at: now) { return waitMs }
        fullAt = max(fullAt ?? now, now) + intervalMs
        return nil
    }

    /// Takes more than there may be, for costs that are known only afterwards: later takers wait
    /// until it has come back.
    public mutating func charge(_ count: Int, at now: ServerTime) {
        fullAt = max(fullAt ?? now, now) + Int64(count) * intervalMs
    }

    /// Gives back one that was taken for something that turned out to be no mischief.
    public mutating func giveBack() {
        if let last = fullAt { fullAt = ServerTime(ms: last.ms - intervalMs) }
    }

    /// True when the bucket is full, so that it need not be remembered.
    public func isFull(at now: ServerTime) -> Bool {
        fullAt.map { $0 <= now } ?? true
    }

    /// Milliseconds until one is left; nil when one is.
    public func waitMs(at now: ServerTime) -> Int64? {
        guard let fullAt else { return nil }
        let waitMs = (fullAt - now) - (burst - 1) * intervalMs
        return waitMs > 0 ? waitMs : nil
    }
}

extension Dictionary where Value == TokenBucket {
    /// Forgets buckets that are full, and where that is not enough those that will be full soonest, half of all at
    /// least: a crowd makes nobody forgotten who has used up more than each of it.
    public mutating func makeRoom(below limit: Int, at now: ServerTime) {
        guard count >= limit else { return }
        self = filter { !$0.value.isFull(at: now) }
        guard count >= limit else { return }
        let middle = values.map { $0.fullAt ?? now }.sorted()[count / 2]
        self = filter { $0.value.fullAt ?? now > middle }
    }
}
