package import ArgumentParser
import GatewayClient

/// The attacks, and their target.
package struct AbuseCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "abuse",
        abstract: "Attacks a gateway in many ways beside a game whose players must not notice.",
        discussion: """
            The witness's round trips may take twice as long at the 99th percentile as in the quiet, or \
            5 ms. The calmest round of each counts; where it is too slow, more rounds are played, some \
            beside a load of the attackers' size that is aimed at a bare sink. Attacks that need another gateway are skipped. scripts/abuse starts all that are \
            needed. Attacks:

            \(Attack.all.map { "\($0.name): \($0.meaning)" }.joined(separator: "\n"))
            """
    )

    @Option(help: "The gateway: http or https, and an address in 127.0.0.0/8.")
    var url = "http://127.0.0.1:8080"

    @Option(help: "The gateway's process, whose memory and descriptors are watched.")
    var pid: Int32

    @Option(help: ArgumentHelp("The gateway's log, whose lines are counted.", valueName: "file"))
    var log: String?

    @Option(help: ArgumentHelp("Only these attacks; may be repeated.", valueName: "name"))
    var only: [String] = []

    @Flag(help: "The quick attacks only, in rounds of seconds.")
    var short = false

    @Flag(help: "Take any certificate, such as a self-signed one.")
    var insecure = false

    package init() {}

    package func validate() throws {
        try require(pid > 1, "--pid: the gateway's")
        _ = try (chosen(), target())
    }

    private func target() throws -> Target {
        let target = try Target(option: url)
        // Attackers come from 127.0.0.0/8, so the gateway must be there.
        try require(target.address.family == .v4, "--url: attackers have IPv4 addresses alone")
        return target
    }

    private func chosen() throws -> [Attack] {
        let named = try only.map { name in
            guard let attack = Attack.all.first(where: { $0.name == name }) else {
                let names = Attack.all.map(\.name).joined(separator: ", ")
                throw ValidationError("'\(name)' is none of: \(names)")
            }
            return attack
        }
        return named.isEmpty ? short ? Attack.quick : Attack.all : named
    }

    package func run() throws {
        let (attacks, target) = try (chosen(), target())
        let outcome: Outcome
        do throws(ClientFailure) {
            let process = GatewayProcess(pid: pid, log: log)
            let witness = try Witness(target, trustsAnyCertificate: insecure)
            let run = AbuseRun(target: target, process: process, witness: witness, isShort: short)
            outcome = try run.play(attacks) ? .kept : .broken
        } catch { outcome = Outcome(error) }
        try outcome.exit()
    }
}
