import ArgumentParser
import Foundation
import GameState
import Simulation

/// Plays whole evenings through the real rooms, in virtual time, and holds every step to the laws.
@main
struct Simulate: ParsableCommand {
    @Option(
        help: "The game that is played: \(simulatedGames.map { $0.name }.joined(separator: ", "))."
    )
    var game = simulatedGames[0].name

    @Flag(help: "Play all the others instead, one after another.")
    var others = false

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

    @Option(
        help: ArgumentHelp(
            "Keep journals of sessions by a version of the rules instead (Tests/GoldenJournals).",
            valueName: "version"
        )
    )
    var journals: Int?

    @Option(help: ArgumentHelp("Where those journals go.", valueName: "folder"))
    var into = "."

    func run() throws {
        guard let played = simulatedGames.first(where: { $0.name == game }) else {
            throw ValidationError("--game: evenings can't play \(game)")
        }
        if let journals { return try keepJournals(of: journals, played) }
        guard others else { return try play(played) }
        for other in simulatedGames where other.name != game { try play(other) }
    }

    private func play(_ game: (some SimulatedGame).Type) throws {
        let run = SimulationRun(
            from: seed ?? from,
            evenings: seed == nil ? evenings : 1,
            jobs: jobs
        )
        let report = run.play(game) { print($0) }
        print(report.coverage)
        print(report.summary)
        if let violation = report.violations.first {
            for violation in report.violations { print("FAILED \(violation)") }
            if verbose || seed != nil {
                for line in Self.story(of: violation.seed, game) { print(line) }
            }
            throw ExitCode.failure
        }
        let missing = report.missing
        for thing in missing { print("never met: \(thing)") }
        if !missing.isEmpty { throw ExitCode.failure }
    }

    /// Of many evenings those that together hold every kind of input.
    private func keepJournals<G: SimulatedGame>(of number: Int, _ game: G.Type) throws {
        let rules = RulesVersion(rawValue: number)
        guard rules.isKnown else {
            throw ValidationError("--journals: there is no version \(number) of the rules")
        }
        var journals: [UInt64: GoldenJournal<G>] = [:]
        for seed in from..<from + UInt64(evenings) {
            journals[seed] = GoldenJournal<G>(seed: seed, rules: rules)
        }
        let chosen = GoldenJournal<G>.covering(journals)
        for seed in chosen {
            let file = URL(filePath: into).appending(path: "rules-\(number)-evening-\(seed).jsonl")
            try Data((journals[seed]?.text ?? "").utf8).write(to: file)
            print(file.path)
        }
        let kinds = chosen.reduce(into: Set<String>()) { $0.formUnion(journals[$1]?.kinds ?? []) }
        print(kinds.sorted().joined(separator: ", "))
    }

    private static func story<G: SimulatedGame>(of seed: UInt64, _ game: G.Type) -> [String] {
        let evening = Evening<G>(seed: seed, isTold: true)
        try? evening.play()
        return evening.story ?? []
    }
}
