/// Delay before the next attempt: twice as long each time, and somewhere between half of that and
/// all of it, so that many clients of one server do not come at once.
struct BackOff {
    static let minMs: Int64 = 50
    static let maxMs: Int64 = 2_000

    private var nextMs = minMs

    /// - Parameter random: 0 ..< 1.
    mutating func delayMs(random: Double) -> Int64 {
        let longest = nextMs
        nextMs = min(nextMs * 2, Self.maxMs)
        return longest / 2 + Int64(Double(longest - longest / 2) * random)
    }

    mutating func reset() {
        nextMs = Self.minMs
    }
}
