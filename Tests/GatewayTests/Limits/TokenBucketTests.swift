import Protocol
import Testing

@testable import Gateway

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
        var bucket = TokenBucket.messages
        var taken = 0
        for ms in stride(from: Int64(0), through: 60_000, by: 7)
        where bucket.take(at: start + ms) {
            taken += 1
        }
        #expect(taken <= 40 + 60 * 20)
        #expect(taken >= 60 * 20 - 1)
    }

    @Test func `what is taken beyond the burst has to come back first`() {
        var bucket = TokenBucket(burst: 4, perMs: 4_000)
        bucket.charge(10, at: start)
        #expect(bucket.waitMs(at: start) == 7_000)
        #expect(bucket.waitMs(at: start + 7_000) == nil)
        bucket.charge(1, at: start + 7_000)
        #expect(bucket.waitMs(at: start + 7_000) == 1_000)
    }

    /// PROTOCOL §4 +: one in 2 s, at most 30 waiting.
    @Test func `a line has a place every two seconds, and thirty places`() {
        let limits = AddressLimits(isOn: true)
        for number in 1...30 as ClosedRange<Int64> {
            #expect(limits.lineUp(by: "10.0.0.1", at: start) == .turn(at: start + number * 2_000))
        }
        #expect(limits.lineUp(by: "10.0.0.1", at: start) == .none(retryAfterMs: 2_000))
        #expect(limits.lineUp(by: "10.0.0.2", at: start) == .turn(at: start + 2_000))
        #expect(limits.lineUp(by: "10.0.0.1", at: start + 2_000) == .turn(at: start + 62_000))
        #expect(limits.lineUp(by: "10.0.0.1", at: start + 90_000) == .turn(at: start + 92_000))
    }

    @Test func `an address that tries one kind of code has its tries of another`() {
        let limits = AddressLimits(isOn: true)
        let kinds: [AddressLimits.Action] = [.wrongPairingCode, .wrongRecoveryCode, .wrongJoinCode]
        for kind in kinds {
            let waits = (1...11).map { _ in limits.take(kind, by: "10.0.0.1", at: start) }
            #expect(waits.firstIndex { $0 != nil } == 10)
        }
    }

    @Test func `one address has no more silent connections than its share once they are short`() {
        let silent = SilentConnections()
        let (one, other): ([UInt8], [UInt8]) = ([10, 0, 0, 1], [10, 0, 0, 2])
        for _ in 1...SilentConnections.maxPerAddress {
            #expect(silent.enter(one, areDescriptorsShort: true) == .usual)
        }
        #expect(silent.enter(one, areDescriptorsShort: true) == .refused)
        #expect(silent.enter(one, areDescriptorsShort: false) == .hurried)
        #expect(silent.enter(other, areDescriptorsShort: true) == .usual)
        for _ in 1...2 { silent.leave(one) }
        #expect(silent.enter(one, areDescriptorsShort: true) == .usual)
    }

    @Test func `one address has its share, another its own`() {
        let limits = AddressLimits(isOn: true)
        let waits = (0..<21).map { _ in limits.take(.createSession, by: "10.0.0.1", at: start) }
        #expect(waits.prefix(20).allSatisfy { $0 == nil })
        #expect(waits.last.flatMap { $0 } != nil)
        #expect(limits.take(.createSession, by: "10.0.0.2", at: start) == nil)
        #expect(limits.take(.wrongJoinCode, by: "10.0.0.1", at: start) == nil)
        let lifted = AddressLimits(isOn: false)
        #expect(
            (0..<100).allSatisfy { _ in lifted.take(.wrongJoinCode, by: "a", at: start) == nil }
        )
    }
}
