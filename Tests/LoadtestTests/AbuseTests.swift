import Testing

@testable import LoadTest

@Suite struct AbuseTests {
    private static func rounds(_ p99s: Int64...) -> [Histogram] {
        p99s.map { value in
            var histogram = Histogram()
            for _ in 0..<100 { histogram.record(value) }
            return histogram
        }
    }

    @Test func `an attack that is felt in every round is found`() {
        var verdict = Verdict()
        verdict.quiet = Self.rounds(3_000, 40_000)
        verdict.attacked = Self.rounds(7_000, 90_000)
        #expect(verdict.isSlow)
        verdict.judge()
        #expect(verdict.breaches.count == 1)
    }

    @Test func `twice the quiet is kept, and so is what nobody notices`() {
        var verdict = Verdict()
        verdict.quiet = Self.rounds(3_000)
        verdict.attacked = Self.rounds(6_000)
        #expect(!verdict.isSlow)
        verdict.quiet = Self.rounds(100)
        verdict.attacked = Self.rounds(4_800)
        #expect(!verdict.isSlow)
        verdict.attacked = Self.rounds(5_400)
        #expect(verdict.isSlow)
    }

    @Test func `what the attackers cost the machine is not the gateway's fault`() {
        var verdict = Verdict()
        verdict.quiet = Self.rounds(1_000)
        verdict.attacked = Self.rounds(9_000)
        verdict.control = Self.rounds(5_000)
        #expect(!verdict.isSlow)
    }

    @Test func `memory that rises from round to round is found, one high tide is not`() {
        var verdict = Verdict()
        verdict.beforeKiB = 40_000
        verdict.residentKiB = [60_000, 60_200, 60_100]
        verdict.judge()
        #expect(verdict.breaches.isEmpty)
        verdict.residentKiB = [60_000, 63_000, 66_000]
        verdict.judge()
        #expect(verdict.breaches.count == 1)
        verdict.breaches = []
        verdict.residentKiB = [200_000, 200_000]
        verdict.judge()
        #expect(verdict.breaches.count == 1)
    }

    @Test func `another end than the contract's is a breach`() {
        var tally = Tally()
        tally.closed(4401, wanted: 4401)
        #expect(tally.refused == 1 && tally.breaches.isEmpty)
        tally.closed(1000, wanted: 4401)
        tally.closed(nil, wanted: 4401)
        tally.answered(200, wanted: 404)
        #expect(tally.refused == 1 && tally.breaches.count == 3)
    }

    @Test func `no two attacks come from the same addresses`() {
        #expect(Set(Attack.all.map(\.net)).count == Attack.all.count)
        #expect(Attack.all.allSatisfy { (2...255).contains($0.net) })
    }
}
