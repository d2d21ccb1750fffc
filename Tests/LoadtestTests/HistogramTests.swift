import Seeded
import Testing

@testable import LoadTest

struct HistogramTests {
    @Test func `small values are exact`() {
        var histogram = Histogram()
        for value in 0..<64 { histogram.record(Int64(value)) }
        #expect(histogram.percentile(50) == 31)
        #expect(histogram.percentile(100) == 63)
        #expect(histogram.percentile(0) == 0)
    }

    @Test(arguments: [1, 42, 2_026] as [UInt64])
    func `a percentile is never below the true one, and at most one part in 32 above`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var histogram = Histogram()
        var values: [Int64] = []
        for _ in 0..<5_000 {
            let octave = Int64.random(in: 0...40, using: &random)
            values.append(Int64.random(in: 0...(1 << octave), using: &random))
        }
        values.forEach { histogram.record($0) }
        values.sort()
        for percent in [1.0, 25, 50, 90, 95, 99, 99.9, 100] {
            let rank = max(1, Int((Double(values.count) * percent / 100).rounded(.up)))
            let truth = values[rank - 1]
            let told = histogram.percentile(percent)
            #expect(told >= truth, "p\(percent), seed \(seed)")
            #expect(told <= truth + truth / 32 + 1, "p\(percent), seed \(seed)")
        }
    }

    @Test func `two merged are as one that saw all`() {
        var one = Histogram()
        var other = Histogram()
        var both = Histogram()
        for value in [3, 70, 900, 1 << 30] as [Int64] {
            one.record(value)
            both.record(value)
        }
        for value in [0, 5_000_000] as [Int64] {
            other.record(value)
            both.record(value)
        }
        one.merge(other)
        #expect(one == both)
        #expect(one.max == 1 << 30)
    }

    @Test func `what is too small or too large still counts`() {
        var histogram = Histogram()
        histogram.record(-5)
        histogram.record(.max)
        #expect(histogram.count == 2)
        #expect(histogram.percentile(50) == 0)
        #expect(histogram.percentile(100) == histogram.max)
    }

    @Test func `an empty one has nothing to tell`() {
        let histogram = Histogram()
        #expect(histogram.percentile(99) == 0)
        #expect(histogram.summary == "none")
    }
}
