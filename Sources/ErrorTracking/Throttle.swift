/// Keeps a storm of errors from becoming a storm of events.
struct Throttle {
    static let periodMs: Int64 = 60_000
    /// Events of one period; the same error counts once.
    static let maxInPeriod = 30

    /// When each was let through last; within the period, so at most `maxInPeriod`.
    private var lastMs: [[String]: Int64] = [:]

    mutating func admits(_ fingerprint: [String], atMs nowMs: Int64) -> Bool {
        lastMs = lastMs.filter { nowMs - $0.value < Self.periodMs }
        guard lastMs.count < Self.maxInPeriod, lastMs[fingerprint] == nil else { return false }
        lastMs[fingerprint] = nowMs
        return true
    }
}
