import ArgumentParser
import LoadTest

struct StormCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "Has many players pull the brake all the time, and measures every answer.",
        discussion: "Run the gateway with --no-limits: it lets 30 players join from one address."
    )

    @OptionGroup var common: CommonOptions

    @Option(help: "Players in one session, 2 to 500.")
    var players = 500

    @Option(help: "How long, 1 to 600.")
    var seconds = 30

    @Option(help: "Of all players together; none sends more than 18 a second.")
    var pullsPerSecond = 2_000

    @Option(help: "Milliseconds that the owner of the brake takes to answer, 0 to 10000.")
    var holdMs = 200

    func validate() throws {
        try require(StormOptions.playersRange.contains(players), "--players: 2 to 500")
        try require(StormOptions.secondsRange.contains(seconds), "--seconds: 1 to 600")
        try require((0...10_000).contains(holdMs), "--hold-ms: 0 to 10000")
        let most = players / 2 * StormOptions.maxPullsPerPlayer
        try require(
            (1...most).contains(pullsPerSecond),
            "--pulls-per-second: 1 to \(most) with \(players) players"
        )
        _ = try common.resolved()
    }

    func run() throws {
        let options = StormOptions(
            players: players,
            seconds: seconds,
            pullsPerSecond: pullsPerSecond,
            holdMs: holdMs
        )
        try options.run(try common.resolved()).exit()
    }
}
