import ArgumentParser
import LoadTest

struct AbuseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "abuse",
        abstract: "Attacks a gateway in many ways beside a game whose players must not notice.",
        discussion: """
            The witness's round trips may take twice as long at the 99th percentile as in the quiet, or \
            5 ms. The calmest round of each counts; where it is too slow, more rounds are played, some \
            beside a load of the attackers' size that is aimed at a bare sink. Attacks that need another gateway are skipped. scripts/abuse starts all that are \
            needed. Attacks:

            \(list)
            """
    )

    private static let list = Abuse.allCases
        .map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "\n")

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

    func validate() throws {
        try require(pid > 1, "--pid: the gateway's")
        _ = try (chosen(), target())
    }

    private func target() throws -> Target {
        do {
            let target = try Target(url: url)
            try require(AbuseOptions.suits(target), "--url: attackers have IPv4 addresses alone")
            return target
        } catch let error as Target.Problem {
            throw ValidationError("--url: \(error)")
        }
    }

    private func chosen() throws -> [Abuse] {
        let named = try only.map { name in
            guard let abuse = Abuse(rawValue: name) else {
                let names = Abuse.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(name)' is none of: \(names)")
            }
            return abuse
        }
        return named.isEmpty ? (short ? Abuse.short : Abuse.allCases) : named
    }

    func run() throws {
        let options = AbuseOptions(
            abuses: try chosen(),
            target: try target(),
            trustsAnyCertificate: insecure,
            pid: pid,
            log: log,
            isShort: short
        )
        try options.run().exit()
    }
}
