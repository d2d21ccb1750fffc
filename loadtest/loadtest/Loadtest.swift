import ArgumentParser
import LoadTest
import OpenSSL

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

    static func main() {
        CryptoLibrary.keepUntilTheEnd()
        main(nil)
    }
}
