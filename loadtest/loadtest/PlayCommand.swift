import ArgumentParser
import LoadTest

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Lets bots play a whole game, comments on it, and reckons the scores itself."
    )

    @OptionGroup var common: CommonOptions

    @Option(help: "Bots with their personalities, 1 to 100.")
    var players = 8

    @Option(help: "Destinations to travel to, 1 to 10.")
    var destinations = 3

    @Flag(help: "A second or less for each part of the game.")
    var fast = false

    @Flag(help: "Seat one client that never reads, and see that nobody else minds.")
    var withSloth = false

    @Option(help: "The language of the destinations: sv or en.")
    var locale = "sv"

    @Option(help: "What the bots' choices are drawn from.")
    var seed: UInt64 = 1

    func validate() throws {
        try require(PlayOptions.playersRange.contains(players), "--players: 1 to 100")
        try require((1...10).contains(destinations), "--destinations: 1 to 10")
        try require(["sv", "en"].contains(locale), "--locale: sv or en")
        _ = try common.resolved()
    }

    func run() throws {
        let options = PlayOptions(
            players: players,
            destinations: destinations,
            isFast: fast,
            hasSloth: withSloth,
            locale: locale,
            seed: seed
        )
        try options.run(try common.resolved()).exit()
    }
}
