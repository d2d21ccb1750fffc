import Testing

@testable import Timers

@Suite struct TokenBucketTests {
    let start = ServerTime(ms: 1_000_000)

    @Test func `a burst, then one after the other`() {
        var bucket = TokenBucket(burst: 3, perMs: 3_000)
        let burst = (0..<4).map { _ in bucket.take(at: start) }
        #expect(burst == [true, true, true, false])
        let soon = bucket.take(at: start + 999)
        #expect(!soon)
        let later = [bucket.take(at: start + 1_000), bucket.take(at: start + 1_000)]
        #expect(later == [true, false])
    }

    @Test func `it fills no further than its burst`() {
        var bucket = TokenBucket(burst: 2, perMs: 2_000)
        let early = bucket.take(at: start)
        let late = (0..<3).map { _ in bucket.take(at: start + 3_600_000) }
        #expect(early)
        #expect(late == [true, true, false])
    }

    @Test func `it says how long to wait, and that is enough`() {
        var bucket = TokenBucket(burst: 6, perMs: 10_000)
        for _ in 0..<6 { _ = bucket.take(at: start) }
        let waitMs = bucket.waitAfterTaking(at: start + 100)
        let isEarly = bucket.take(at: start + (99 + (waitMs ?? 0)))
        let isThere = bucket.take(at: start + (100 + (waitMs ?? 0)))
        #expect(waitMs.map { $0 > 0 } == true)
        #expect(!isEarly)
        #expect(isThere)
    }

    @Test func `over a long time no more come through than the rate allows`() {
        var bucket = TokenBucket(burst: 40, perMs: 2_000)
        var taken = 0
        for ms in stride(from: Int64(0), through: 60_000, by: 7)
        where bucket.take(at: start + ms) {
            taken += 1
        }
        #expect(taken <= 40 + 60 * 20)
        #expect(taken >= 60 * 20 - 1)
    }

    @Test func `what was no mischief is given back`() {
        var bucket = TokenBucket(burst: 2, perMs: 2_000)
        for _ in 1...5 {
            let isLeft = bucket.take(at: start)
            bucket.giveBack()
            #expect(isLeft)
        }
        let rest = (0..<3).map { _ in bucket.take(at: start) }
        #expect(rest == [true, true, false])
    }

    @Test func `it is full when the last one has come back, and no sooner`() {
        var bucket = TokenBucket(burst: 2, perMs: 2_000)
        #expect(bucket.isFull(at: start))
        for _ in 1...2 { _ = bucket.take(at: start) }
        #expect(!bucket.isFull(at: start + 1_999))
        #expect(bucket.isFull(at: start + 2_000))
    }

    @Test func `what is taken beyond the burst has to come back first`() {
        var bucket = TokenBucket(burst: 4, perMs: 4_000)
        bucket.charge(10, at: start)
        #expect(bucket.waitMs(at: start) == 7_000)
        #expect(bucket.waitMs(at: start + 7_000) == nil)
        bucket.charge(1, at: start + 7_000)
        #expect(bucket.waitMs(at: start + 7_000) == 1_000)
    }
}
