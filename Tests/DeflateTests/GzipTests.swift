import Seeded
import Testing

@testable import Deflate

/// Bytes that gzip made smaller come back, and nothing else does.
@Suite struct GzipTests {
    @Test(arguments: [0, 1, 1_000, 300_000])
    func `bytes come back as they were, within a limit`(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8(random.next(below: 3)) }
        let small = Gzip.compressed(bytes)
        #expect(Gzip.expanded(small, atMost: count + 1) == bytes)
        #expect(count == 0 || Gzip.expanded(small, atMost: count) == bytes)
        #expect(count < 2 || Gzip.expanded(small, atMost: count - 1) == nil)
    }

    @Test func `what is cut, damaged or no gzip file is nothing`() {
        let small = Gzip.compressed(Array("a gateway for living-room games".utf8))
        for end in 0..<small.count {
            #expect(Gzip.expanded(Array(small[..<end]), atMost: 100) == nil)
        }
        // Two bytes of the header say what wrote it, and when: they decide nothing.
        for place in [0, 1, 2] + Array(10..<small.count) {
            var damaged = small
            damaged[place] ^= 0xFF
            #expect(Gzip.expanded(damaged, atMost: 100) == nil, "byte \(place)")
        }
        #expect(Gzip.expanded(small + [0], atMost: 100) == nil)
    }
}
