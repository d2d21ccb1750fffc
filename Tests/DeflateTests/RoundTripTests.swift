import Deflate
import Seeded
import Testing

struct RoundTripTests {
    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `what was compressed comes back, whatever came before`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (deflater, inflater) = (Deflater(), Inflater())
        for _ in 0..<12 {
            let message = random.text(random.next(below: 40_000))
            let bits = 9 + random.next(below: 7)
            let small = deflated(message, windowBits: bits, deflater)
            #expect(inflater.make(small, atMost: message.count) == .bytes(message))
        }
    }

    @Test func `the examples of RFC 7692 are understood`() {
        let inflater = Inflater()
        let hello = Array("Hello".utf8)
        // §7.2.3.1: one compressed block; §7.2.3.3: one stored; §7.2.3.4: BFINAL set; §7.2.3.5: two blocks.
        let examples: [[UInt8]] = [
            [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
        ]
        for example in examples { #expect(inflater.make(example) == .bytes(hello)) }
        #expect(inflater.make([0x00]) == .bytes([]))
        #expect(deflated(hello) == examples[0])
    }

    @Test func `a message knows nothing of the one before`() {
        let deflater = Deflater()
        let message = Array(repeating: Array("brake".utf8), count: 100).flatMap { $0 }
        #expect(deflated(message, deflater) == deflated(message, deflater))
        // §7.2.3.2's second message refers to the first, whose window is not kept.
        let inflater = Inflater()
        _ = inflater.make([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(inflater.make([0xF2, 0x00, 0x11, 0x00, 0x00]) == .broken)
    }
}
