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
    /// Versions after which a command is forgotten.
    private static let maxCommands: Int64 = 64

    private let options: FanoutCommand
    let ending: Ending
    let referee = Referee.ofCrowd(Tripto.self)
    let crowd: Crowd
    private var isMeasuring = false
    private var startUs: Int64 = 0
    private var nextSample = 0

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
        crowd.startGame { [weak self] in self?.measure($0) }
    }

    private func measure(_ failure: ClientFailure?) {
        if let failure { return finish(failure) }
        crowd.network.traffic.reset()
        startUs = Ticks.nowUs
        isMeasuring = true
        change()
    }

    private func change() {
        guard !crowd.isOver, let host = crowd.host else { return }
        let elapsedUs = Ticks.nowUs - startUs
        guard elapsedUs < Int64(options.seconds) * 1_000_000 else {
            isMeasuring = false
            return crowd.network.after(1_000) { [weak self] in self?.finish(nil) }
        }
        sentUs = Ticks.nowUs
        host.send(changes.isMultiple(of: 2) ? "HOST_PAUSE" : "HOST_RESUME")
        changes += 1
        if elapsedUs / 1_000 / Self.samplePauseMs > Int64(nextSample) {
            nextSample += 1
            crowd.askForSnapshot(nextSample)
        }
        crowd.show(
            "\(elapsedUs / 1_000_000) of \(options.seconds) s · \(deliveries) deliveries · "
                + "p99 \(Line.time(fromCommand.percentile(99)))"
        )
        // Against the clock, not after the last one, so that the pace does not drift.
        let nextUs = startUs + Int64(changes) * 1_000_000 / Int64(options.rate)
        crowd.network.after(max(0, (nextUs - Ticks.nowUs) / 1_000)) { [weak self] in self?.change()
        }
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        referee.received(message, by: client)
        guard isMeasuring, message.type == .statePatch, client.seat.role == .player,
            let version = message.documentVersion, changes > 0
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
        var report = Report()
        report.line()
        report.line("\(options.players) players, \(changes) changes in \(options.seconds) s")
        report.count("deliveries", deliveries, perSecondOf: options.seconds)
        report.count("bytes per delivery", deliveredBytes / max(1, deliveries))
        report.histogram("command to delivery", fromCommand)
        report.histogram("spread of one change", spread)
        report.traffic(crowd.network.traffic, seconds: Double(options.seconds))
        return report
    }
}
