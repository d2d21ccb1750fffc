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

    @Argument(help: "Scenarios to play; where none is named all, or those of a short run.")
    var scenarios: [String] = []

    @Option(help: "What is struck, when and whom, is drawn from this.")
    var seed: UInt64 = 1

    @Option(help: "How many gateways are killed, or how often each kind is tried; 1 to 1000.")
    var kills = 3

    @Option(help: "How long sessions come and go in soak, 1 to 600.")
    var minutes = 2

    @Flag(help: "Outages of seconds only.")
    var short = false

    @Flag(help: "Say which scenarios would be played, a line each, and play none.")
    var names = false

    @Option(help: ArgumentHelp("The gateway to break.", valueName: "file"))
    var gatewayd = ".build/release/gatewayd"

    @Option(
        help: ArgumentHelp(
            "What takes its place in builds (scripts/next-build).",
            valueName: "file"
        )
    )
    var nextGatewayd = ".build-next/tree/.build/debug/gatewayd"

    @Option(help: ArgumentHelp("The library that shifts a server's clock.", valueName: "file"))
    var clockShift = ".build/release/clock-shift.so"

    @Option(help: ArgumentHelp("Where the logs of a failure are kept.", valueName: "dir"))
    var artefacts = "artefacts"

    func validate() throws {
        guard (1...1_000).contains(kills) else { throw ValidationError("--kills: 1 to 1000") }
        guard (1...600).contains(minutes) else { throw ValidationError("--minutes: 1 to 600") }
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
            minutes: minutes,
            gatewayd: URL(filePath: gatewayd).path,
            nextGatewayd: URL(filePath: nextGatewayd).path,
            clockShift: URL(filePath: clockShift).path,
            artefacts: URL(filePath: artefacts)
        )
        let chosen = try chosen()
        let usual = Scenario.allCases.filter { !short || $0.isInShortRun }
        let played = chosen.isEmpty ? usual : chosen
        guard !names else { return played.forEach { print($0.rawValue) } }
        let isKept = FaultRun(options).play(played)
        if !isKept { throw ExitCode.failure }
    }
}
