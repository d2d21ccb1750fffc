/// When to try again what has failed. Times are milliseconds on any clock that never goes back.
struct Backoff {
    private let minMs: Int64
    private let maxMs: Int64
    private var nextMs: Int64
    private var notBeforeMs = Int64.min

    init(minMs: Int64, maxMs: Int64) {
        self.minMs = minMs
        self.maxMs = maxMs
        nextMs = minMs
    }

    func allows(at nowMs: Int64) -> Bool { nowMs >= notBeforeMs }

    mutating func failed(at nowMs: Int64, _ random: inout some RandomNumberGenerator) {
        notBeforeMs = nowMs + nextMs + Int64.random(in: 0...nextMs / 2, using: &random)
        nextMs = min(nextMs * 2, maxMs)
    }

    mutating func succeeded() {
        nextMs = minMs
        notBeforeMs = .min
    }
}
