import ArgumentParser
import LoadTest

struct FanoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "Changes every player's document at a steady pace, and measures each delivery.",
        discussion: "Run the gateway with --no-limits: it lets 30 players join from one address."
    )

    @OptionGroup var common: CommonOptions

    @Option(help: "Players in one session, 1 to 500.")
    var players = 200

    @Option(help: "How long, 1 to 600.")
    var seconds = 20

    @Option(help: "Changes a second, 1 to 15.")
    var rate = 10

    func validate() throws {
        try require(FanoutOptions.playersRange.contains(players), "--players: 1 to 500")
        try require(FanoutOptions.secondsRange.contains(seconds), "--seconds: 1 to 600")
        try require(FanoutOptions.changesRange.contains(rate), "--rate: 1 to 15")
        _ = try common.resolved()
    }

    func run() throws {
        let options = FanoutOptions(players: players, seconds: seconds, changesPerSecond: rate)
        try options.run(try common.resolved()).exit()
    }
}
