import Deflate
import Seeded
import Testing

/// A client may send anything in the place of a compressed message.
struct HostileTests {
    @Test func `a few bytes that stand for many are not inflated`() {
        let bomb = deflated([UInt8](repeating: 0, count: 8 << 20))
        #expect(bomb.count < 64 * 1024)
        let inflater = Inflater()
        #expect(inflater.make(bomb, atMost: 16 * 1024) == .tooBig)
        // And the next message is itself again.
        #expect(inflater.make(deflated([1, 2, 3])) == .bytes([1, 2, 3]))
    }

    @Test func `the limit is kept to the byte`() {
        let inflater = Inflater()
        for count in [0, 1, 4_095, 4_096, 4_097, 65_536, 65_537] {
            let small = deflated([UInt8](repeating: 7, count: count))
            #expect(
                inflater.make(small, atMost: count) == .bytes(.init(repeating: 7, count: count))
            )
            if count > 0 { #expect(inflater.make(small, atMost: count - 1) == .tooBig) }
        }
    }

    @Test func `a message that was cut is broken`() {
        var random = SplitMix64(seed: 7)
        let inflater = Inflater()
        let message = random.text(3_000)
        let small = deflated(message)
        for _ in 0..<200 {
            let made = inflater.make(Array(small.prefix(1 + random.next(below: small.count - 1))))
            #expect(made != .bytes(message))
        }
        #expect(inflater.make([]) == .broken)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `random and damaged bytes end in an answer within the limit`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let inflater = Inflater()
        for _ in 0..<100 {
            var bytes =
                random.chance(50)
                ? random.bytes(random.next(below: 300)) : deflated(random.text(2_000))
            for _ in 0..<random.next(below: 4) where !bytes.isEmpty {
                bytes[random.next(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            }
            if case .bytes(let made) = inflater.make(bytes, atMost: 1_000) {
                #expect(made.count <= 1_000)
            }
        }
        #expect(inflater.make(deflated([1, 2, 3])) == .bytes([1, 2, 3]))
    }
}
