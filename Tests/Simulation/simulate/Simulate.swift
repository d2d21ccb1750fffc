import ArgumentParser
import Simulation

/// Plays whole evenings through the real rooms, in virtual time, and holds every step to the laws.
@main
struct Simulate: ParsableCommand {
    @Option(help: "One evening alone.")
    var seed: UInt64?

    @Option(help: "How many evenings.")
    var evenings = 10_000

    @Option(help: "The first seed.")
    var from: UInt64 = 1

    @Option(help: "Cores to use.")
    var jobs = 2

    @Flag(help: "Tell what happened in an evening that broke a law.")
    var verbose = false

    func run() throws {
        let run = SimulationRun(
            from: seed ?? from,
            evenings: seed == nil ? evenings : 1,
            jobs: jobs
        )
        let report = run.play { print($0) }
        print(report.coverage)
        print(report.summary)
        if let violation = report.violations.first {
            for violation in report.violations { print("FAILED \(violation)") }
            if verbose || seed != nil {
                for line in Self.story(of: violation.seed) { print(line) }
            }
            throw ExitCode.failure
        }
        let missing = report.missing
        for thing in missing { print("never met: \(thing)") }
        if !missing.isEmpty { throw ExitCode.failure }
    }

    private static func story(of seed: UInt64) -> [String] {
        let evening = Evening(seed: seed, isTold: true)
        try? evening.play()
        return evening.story ?? []
    }
}
