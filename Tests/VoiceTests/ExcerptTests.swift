import Testing

@testable import Voice

/// Excerpts of one length are alike but for what sounds in them.
@Suite struct ExcerptTests {
    private func tone(_ seconds: Double, rate: Int) -> Sound {
        let count = Int(seconds * Double(rate))
        return Sound(samples: (0..<count).map { $0 % 100 < 50 ? 0.5 : -0.5 }, rate: rate)
    }

    @Test func `as many bytes, whatever they are of`() {
        let sounds = [tone(30, rate: 32_000), tone(3, rate: 44_100), tone(12, rate: 8_000)]
        let sizes = sounds.map { $0.excerpt(10_000).wav.count }
        #expect(sizes == Array(repeating: 44 + 2 * 320_000, count: 3))
    }

    @Test func `the beginning as it was, the end silent`() {
        let excerpt = tone(2, rate: 32_000).excerpt(1_000)
        #expect(excerpt.durationMs == 1_000)
        #expect(
            Array(excerpt.samples.prefix(1_000))
                == Array(tone(1, rate: 32_000).samples.prefix(1_000))
        )
        #expect(abs(excerpt.samples.last ?? 1) < 0.01)
    }

    @Test func `silence behind a sound that is too short`() {
        let excerpt = tone(1, rate: 32_000).excerpt(3_000)
        #expect(excerpt.samples[32_000...].allSatisfy { $0 == 0 })
        #expect(excerpt.samples[31_999] != 0)
    }

    @Test func `another rate keeps its pitch`() {
        let excerpt = tone(1, rate: 16_000).excerpt(500)
        // Periods of 100 samples become 200.
        #expect(excerpt.samples[10] > 0 && excerpt.samples[110] < 0 && excerpt.samples[210] > 0)
    }
}
