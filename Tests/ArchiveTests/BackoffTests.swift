import Seeded
import Testing

@testable import Archive

struct BackoffTests {
    private var random = SplitMix64(seed: 7)

    @Test mutating func `nothing has failed yet`() {
        #expect(Backoff(minMs: 100, maxMs: 1000).allows(at: 0))
    }

    @Test mutating func `each failure waits longer, up to the maximum and half as much again`() {
        var backoff = Backoff(minMs: 100, maxMs: 1000)
        var nowMs: Int64 = 5000
        for usual in [100, 200, 400, 800, 1000, 1000] as [Int64] {
            backoff.failed(at: nowMs, &random)
            #expect(!backoff.allows(at: nowMs + usual - 1))
            #expect(backoff.allows(at: nowMs + usual + usual / 2))
            nowMs += 10_000
        }
    }

    @Test mutating func `a success begins anew`() {
        var backoff = Backoff(minMs: 100, maxMs: 1000)
        for _ in 1...5 { backoff.failed(at: 0, &random) }
        backoff.succeeded()
        #expect(backoff.allows(at: 0))
        backoff.failed(at: 0, &random)
        #expect(backoff.allows(at: 150))
    }

    @Test mutating func `gateways that failed together do not come back together`() {
        var starts: Set<Int64> = []
        for _ in 1...20 {
            var backoff = Backoff(minMs: 1000, maxMs: 1000)
            backoff.failed(at: 0, &random)
            starts.insert((0...1500).first { backoff.allows(at: $0) } ?? -1)
        }
        #expect(starts.count > 10)
        #expect(!starts.contains(-1))
    }
}
