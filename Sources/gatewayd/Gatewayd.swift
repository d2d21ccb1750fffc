import ArgumentParser
import Gateway

/// The gateway's one executable.
@main
struct Gatewayd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatewayd",
        abstract: "Real-time WebSocket gateway for living-room games.",
        discussion: """
            `gatewayd help serve` names every option and its environment variable; the option wins. Exit \
            codes: 0 done, 1 a replay \
            differs or a package is not good, 64 wrong usage or a session that is unknown or erased, 65 the archive is damaged, 69 a \
            store can't be reached or used, 70 internal error, 78 wrong configuration, an address or a data directory in \
            use, or a schema that is not this build's.
            """,
        version: Product.version,
        subcommands: [
            Serve.self, Migrate.self, Sessions.self, Show.self, Export.self, ReplayCommand.self,
            Check.self, Backup.self, Restore.self, Content.self, Probe.self,
        ],
        defaultSubcommand: Serve.self
    )

    static func main() {
        main(Serve.completed(Array(CommandLine.arguments.dropFirst())))
    }
}

/// Exit codes after sysexits.h.
extension ExitCode {
    static let differs = ExitCode(1)
    static let damaged = ExitCode(65)
    static let unavailable = ExitCode(69)
    static let `internal` = ExitCode(70)
    static let configuration = ExitCode(78)
}
