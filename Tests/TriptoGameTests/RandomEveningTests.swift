import GameState
import TriptoGame
import Testing

@Suite struct RandomEveningTests {
    @Test func `three hundred evenings by dice keep every law`() throws {
        var seen: Set<StateName> = []
        var turns = 0
        for seed in 1...300 as ClosedRange<UInt64> {
            var evening = try RandomEvening(seed: seed, isThorough: seed.isMultiple(of: 50))
            do {
                try evening.play(steps: 90)
            } catch {
                Issue.record(error, "seed \(seed), turn \(evening.turns)")
            }
            seen.formUnion(evening.statesSeen)
            turns += evening.turns
        }
        #expect(seen == Set(StateName.allCases), "dice that miss a state test nothing there")
        #expect(turns > 20_000)
    }
}
