import ArgumentParser
import Faults
import Foundation

/// Breaks gateways, stores, networks and clocks under games that go on, and proves that nothing is lost.
@main
struct FaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Breaks gateways and stores under games that go on; proves that nothing is lost.",
        discussion: "Exits with 1 when a law was broken. Scenarios:\n\n\(list)"
    )

    private static let list = Scenario.allCases
        .map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "\n")
    private static let names = Scenario.allCases.map(\.rawValue).joined(separator: ", ")

    @Argument(help: "Scenarios to play; all where none is named.")
    var scenarios: [String] = []

    @Option(help: "What is struck, when and whom, is drawn from this.")
    var seed: UInt64 = 1

    @Option(help: "How many gateways are killed in the scenarios that kill them, 1 to 1000.")
    var kills = 3

    @Flag(help: "Outages of seconds only.")
    var short = false

    @Option(help: ArgumentHelp("The gateway to break.", valueName: "file"))
    var gatewayd = ".build/release/gatewayd"

    @Option(help: ArgumentHelp("The library that shifts a server's clock.", valueName: "file"))
    var clockShift = ".build/release/clock-shift.so"

    @Option(help: ArgumentHelp("Where the logs of a failure are kept.", valueName: "dir"))
    var artefacts = "artefacts"

    func validate() throws {
        guard (1...1_000).contains(kills) else { throw ValidationError("--kills: 1 to 1000") }
        _ = try chosen()
    }

    private func chosen() throws -> [Scenario] {
        try scenarios.map { name in
            guard let scenario = Scenario(rawValue: name) else {
                throw ValidationError("'\(name)' is none of: \(Self.names)")
            }
            return scenario
        }
    }

    func run() throws {
        let options = FaultOptions(
            seed: seed,
            isShort: short,
            kills: kills,
            gatewayd: URL(filePath: gatewayd).path,
            clockShift: URL(filePath: clockShift).path,
            artefacts: URL(filePath: artefacts)
        )
        let chosen = try chosen()
        let isKept = FaultRun(options).play(chosen.isEmpty ? Scenario.allCases : chosen)
        if !isKept { throw ExitCode.failure }
    }
}
