package import ArgumentParser
import GatewayClient
import GatewayClientTransport

/// Many players who listen while the host changes what all of them see.
package struct FanoutCommand: ParsableCommand, Sendable {
    package static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "Changes every player's document at a steady pace, and measures each delivery.",
        discussion: "Run the gateway with --no-limits: it lets 30 players join from one address."
    )

    @OptionGroup var common: CommonOptions

    @Option(help: "Players in one session, 1 to 500.")
    var players = 200

    @Option(help: "How long, 1 to 600.")
    var seconds = 20

    /// A connection may send 20 messages a second; the host has its own pings as well.
    @Option(help: "Changes a second, 1 to 15.")
    var rate = 10

    package init() {}

    package func validate() throws {
        try require((1...500).contains(players), "--players: 1 to 500")
        try require((1...600).contains(seconds), "--seconds: 1 to 600")
        try require((1...15).contains(rate), "--rate: 1 to 15")
    }

    package func run() throws {
        try common.run { network, ending in Fanout(network, self, ending) }
    }
}

/// The host pauses and resumes a game at a steady pace, which changes every document: how soon does
/// everybody know?
final class Fanout: CrowdRun {
    private static let samplePauseMs: Int64 = 500
    /// Deliveries that are under way at the end get so long.
    private static let lastMs: Int64 = 1_000
    /// Versions after which a command is forgotten.
    private static let maxCommands: Int64 = 64

    private let options: FanoutCommand
    let ending: Ending
    let referee = Referee.ofCrowd(Tripto.self)
    let crowd: Crowd
    var isOver = false

    private var changes = 0
    /// When the host's last command was sent.
    private var sentUs: Int64 = 0
    /// By the version that it made: when a command was sent, and when its first patch came.
    private var commands: [Int64: (sentUs: Int64, firstUs: Int64)] = [:]
    private var deliveries = 0
    private var deliveredBytes = 0
    /// From the host's command to each player's patch, in microseconds.
    private var fromCommand = Histogram()
    /// From the first player who had a patch to each other.
    private var spread = Histogram()

    init(_ network: Network, _ options: FanoutCommand, _ ending: @escaping Ending) {
        self.options = options
        self.ending = ending
        let settings = Tripto.standing(players: options.players)
        crowd = Crowd(network, players: options.players, settings: settings)
    }

    func begin() {
        crowd.startGame { [weak self] failure in
            guard let self else { return }
            if let failure { return finish(failure) }
            measure(seconds: options.seconds, lastMs: Self.lastMs)
            every(us: 1_000_000 / Int64(options.rate)) { $0.change() }
            every(ms: Self.samplePauseMs) { $0.crowd.askForSnapshot() }
        }
    }

    private func change() {
        sentUs = Ticks.nowUs
        crowd.host?.send(changes.isMultiple(of: 2) ? "HOST_PAUSE" : "HOST_RESUME")
        changes += 1
        crowd.progress.show(
            "\(changes) of \(options.seconds * options.rate) changes · \(deliveries) deliveries · "
                + "p99 \(Line.time(fromCommand.percentile(99)))"
        )
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        referee.received(message, by: client)
        guard !isOver, changes > 0, message.type == .statePatch, client.seat.role == .player,
            let version = message.documentVersion
        else { return }
        deliveries += 1
        deliveredBytes += message.bytes.count
        let command = commands[version] ?? (sentUs, message.atUs)
        commands[version] = command
        commands[version - Self.maxCommands] = nil
        fromCommand.record(message.atUs - command.sentUs)
        spread.record(message.atUs - command.firstUs)
    }

    func report() -> Report {
        let (players, seconds) = (options.players, options.seconds)
        var report = Report("\(players) players, \(changes) changes in \(seconds) s")
        report.count("deliveries", deliveries, perSecondOf: seconds)
        report.count("bytes per delivery", deliveredBytes / max(1, deliveries))
        report.histogram("command to delivery", fromCommand)
        report.histogram("spread of one change", spread)
        report.traffic(network.traffic, seconds: Double(seconds))
        return report
    }
}
