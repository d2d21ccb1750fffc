import ExampleGame
import Hosting
import Simulation
import Testing
import TriptoGame

@Suite struct EveningTests {
    @Test(arguments: simulatedGames.indices)
    func `evenings keep every law`(ofGame place: Int) { keep(simulatedGames[place]) }

    @Test func `every game that is hosted has evenings`() {
        let hosted = HostedGames.types.map { $0.name }
        #expect(!hosted.isEmpty)
        #expect(simulatedGames.map { $0.name } == hosted + [Quiz.name])
    }

    private func keep(_ game: (some SimulatedGame).Type) {
        let report = SimulationRun(from: 1, evenings: 32, jobs: 2).play(game) { _ in }
        #expect(report.violations.map(\.description) == [])
        #expect(report.coverage.evenings == 32)
        #expect(report.coverage.commits > 1000, "evenings in which nothing happens prove nothing")
    }

    @Test func `a seed is an evening, bit for bit`() throws {
        for seed in 100..<104 as Range<UInt64> {
            let one = Evening<Tripto>(seed: seed, isTold: true)
            let other = Evening<Tripto>(seed: seed, isTold: true)
            try one.play()
            try other.play()
            #expect(one.story == other.story, "seed \(seed)")
            #expect(one.digest == other.digest, "seed \(seed)")
        }
    }

    @Test func `a connection that is gone leaves nothing behind`() throws {
        var made = 0
        for seed in 200..<212 as Range<UInt64> {
            let evening = Evening<Tripto>(seed: seed)
            try evening.play()
            #expect(evening.connectionsLeftBehind == 0, "seed \(seed)")
            made += evening.connectionsMade
        }
        #expect(made > 100)
    }

    @Test(arguments: Flaw.allCases)
    func `a planted flaw is caught by its law`(_ flaw: Flaw) throws {
        var caught: Law?
        for seed in 1...240 as ClosedRange<UInt64> {
            do throws(Violation) {
                try Evening<Tripto>(seed: seed, flaw: flaw).play()
            } catch {
                caught = error.law
                break
            }
        }
        #expect(caught == flaw.law)
    }
}

extension EveningTests {
    @Test(arguments: [Flaw.leaksSecret, .firesEarly, .losesEntry, .sendsOldVersion])
    func `a planted flaw is caught in another game`(_ flaw: Flaw) throws {
        var caught: Law?
        for seed in 1...80 as ClosedRange<UInt64> where caught == nil {
            do throws(Violation) { try Evening<Quiz>(seed: seed, flaw: flaw).play() } catch {
                caught = error.law
            }
        }
        #expect(caught == flaw.law)
    }
}

extension Flaw {
    /// The law it breaks.
    fileprivate var law: Law {
        switch self {
        case .leaksSecret, .leaksClip: .secrecy
        case .repeatsTwice: .repeats
        case .sendsOldVersion: .versions
        case .losesOperation: .patches
        case .firesEarly: .timers
        case .acknowledgesTooSoon: .acknowledged
        case .losesReply: .oneBrake
        case .losesEntry: .replay
        case .ignoresSeats: .seats
        case .keepsClaims: .claims
        case .remembersRefusals: .retries
        case .neverAnswers: .answers
        case .oversleeps: .punctuality
        case .tellsNothing: .agreement
        case .hidesRemovals: .removals
        case .keepsReceipts: .bounds
        }
    }
}
