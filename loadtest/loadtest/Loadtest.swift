import ArgumentParser
import LoadTest

@main
struct Loadtest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loadtest",
        abstract: "Plays, storms and watches a gateway on this machine, and checks its laws.",
        discussion: """
            Exit codes: 0 all laws kept, 1 a law was broken or the game went wrong, 64 wrong usage, \
            69 the gateway can't be reached. More than 30 players, or more than 20 sessions an hour, \
            need a gateway that runs with --no-limits.
            """,
        subcommands: [
            PlayCommand.self, StormCommand.self, FanoutCommand.self, AbuseCommand.self,
        ],
        defaultSubcommand: PlayCommand.self
    )
}

/// The gateway, and the place where the figures go.
struct CommonOptions: ParsableArguments {
    @Option(
        help: """
            The gateway: http, https, ws or wss, and a loopback address. Repeatable: clients are dealt \
            out over gateways that share their stores.
            """
    )
    var url = ["http://127.0.0.1:8080"]

    @Flag(help: "Take any certificate, such as a self-signed one.")
    var insecure = false

    @Option(help: ArgumentHelp("Write the figures to this file as JSON.", valueName: "file"))
    var json: String?

    func resolved() throws -> RunOptions {
        do {
            let targets = try url.map { try Target(url: $0) }
            guard Set(targets.map(\.isTLS)).count == 1 else {
                throw ValidationError("--url: all with TLS, or none")
            }
            return RunOptions(
                targets: targets,
                trustsAnyCertificate: insecure,
                figuresFile: json
            )
        } catch let error as Target.Problem {
            throw ValidationError("--url: \(error)")
        }
    }
}

extension Outcome {
    func exit() throws {
        guard self != .kept else { return }
        throw ExitCode(rawValue)
    }
}

extension ParsableArguments {
    func require(_ condition: Bool, _ message: String) throws {
        guard condition else { throw ValidationError(message) }
    }
}
