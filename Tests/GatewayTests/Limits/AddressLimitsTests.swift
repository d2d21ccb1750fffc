import Protocol
import Testing

@testable import Gateway

@Suite struct AddressLimitsTests {
    let start = ServerTime(ms: 1_000_000)

    /// Protocol §4: one in 2 s, at most 30 waiting.
    @Test func `a line has a place every two seconds, and thirty places`() {
        let limits = AddressLimits(isOn: true)
        for number in 1...30 as ClosedRange<Int64> {
            #expect(limits.queueUp(by: "10.0.0.1", at: start) == .turn(at: start + number * 2_000))
        }
        #expect(limits.queueUp(by: "10.0.0.1", at: start) == .none(retryAfterMs: 2_000))
        #expect(limits.queueUp(by: "10.0.0.2", at: start) == .turn(at: start + 2_000))
        #expect(limits.queueUp(by: "10.0.0.1", at: start + 2_000) == .turn(at: start + 62_000))
        #expect(limits.queueUp(by: "10.0.0.1", at: start + 90_000) == .turn(at: start + 92_000))
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
        #expect(silent.enter(one, areDescriptorsShort: true) == .refused)
    }

    @Test func `a household's IPv6 network has one share, the next network its own`() {
        let limits = AddressLimits(isOn: true)
        for number in 1...20 {
            #expect(limits.take(.createSession, by: "2001:db8::\(number)", at: start) == nil)
        }
        #expect(limits.take(.createSession, by: "2001:db8::ffff:1:2:3", at: start) != nil)
        #expect(limits.take(.createSession, by: "2001:db8:0:1::1", at: start) == nil)
    }

    /// Each from a house of its own; with one more the table is full.
    private func crowd(_ limits: AddressLimits) {
        for number in 1..<AddressLimits.maxEntries {
            let address = "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
            _ = limits.take(.wrongJoinCode, by: address, at: start)
        }
    }

    @Test func `a crowd that has gone quiet makes nobody forgotten who is at their limit`() {
        let limits = AddressLimits(isOn: true)
        for _ in 1...20 { _ = limits.take(.createSession, by: "192.0.2.1", at: start) }
        crowd(limits)
        let later = start + 60_000
        #expect(limits.take(.createSession, by: "192.0.2.2", at: later) == nil)
        #expect(limits.take(.createSession, by: "192.0.2.1", at: later) != nil)
    }

    @Test func `a crowd that is busy is forgotten, and not who has done more`() {
        let limits = AddressLimits(isOn: true)
        for _ in 1...20 { _ = limits.take(.createSession, by: "192.0.2.1", at: start) }
        #expect(limits.take(.createSession, by: "192.0.2.1", at: start) != nil)
        crowd(limits)
        #expect(limits.take(.createSession, by: "192.0.2.1", at: start) != nil)
        // Room was made, for as many again: the first of the crowd has all of its tries.
        let tries = (1...40).prefix { _ in
            limits.take(.wrongJoinCode, by: "10.0.0.1", at: start) == nil
        }
        crowd(limits)
        #expect(limits.take(.createSession, by: "192.0.2.1", at: start) != nil)
        #expect(tries.count == 10)
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
