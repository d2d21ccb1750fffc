import GatewayClient
import GatewayClientTransport
import Protocol

/// The host pauses and resumes a game at a steady pace, which changes every document: how soon does
/// everybody know?
final class Fanout: Run {
    static let samplePauseMs: Int64 = 500

    private let network: Network
    private let options: FanoutOptions
    private let runOptions: RunOptions
    private let done: (Outcome) -> Void
    let referee = Referee.ofCrowd()
    private var crowd: Crowd?
    private var progress = Progress()
    private var isMeasuring = false
    private var isOver = false
    private var startUs: Int64 = 0
    private var nextSample = 0

    private var changes = 0
    /// When the host's last command was sent.
    private var sentUs: Int64 = 0
    /// The version that each command made, and when the command was sent; the newest few.
    private var commands: [(version: Int64, atUs: Int64)] = []
    private var deliveries = 0
    private var deliveredBytes = 0
    /// From the host's command to each player's patch, in microseconds.
    private var fromCommand = Histogram()
    /// From the server's own stamp, which has whole milliseconds, to each player's patch.
    private var fromStamp = Histogram()
    /// From the first player who had a patch to each other.
    private var spread = Histogram()
    private var firstUs: (version: Int64, atUs: Int64) = (-1, 0)

    init(
        _ network: Network,
        _ options: FanoutOptions,
        _ runOptions: RunOptions,
        _ done: @escaping (Outcome) -> Void
    ) {
        self.network = network
        self.options = options
        self.runOptions = runOptions
        self.done = done
    }

    func start() {
        let crowd = Crowd(network, delegate: self)
        self.crowd = crowd
        let settings: JSONValue = .object([
            "destinationsCount": .int(1), "maxPlayers": .int(Int64(options.players)),
            "timings": Timings.storm.json,
        ])
        crowd.gather(options.players, settings: settings) { [weak self] failure in
            guard let self else { return }
            if let failure { self.finish(failure) } else { self.begin() }
        }
    }

    private func begin() {
        crowd?.host?.send("HOST_START_GAME")
        for round in 0..<5 {
            network.after(200 + Int64(round) * 60) { [weak self] in
                self?.crowd?.players.forEach { $0.ping() }
            }
        }
        awaitClue(attempt: 0)
    }

    private func awaitClue(attempt: Int) {
        guard !isOver else { return }
        guard crowd?.host?.document["state"]?.string != "CLUE_LEVEL" || attempt < 15 else {
            network.traffic.reset()
            startUs = Ticks.nowUs
            isMeasuring = true
            return change()
        }
        guard attempt < 400 else { return finish(.tookTooLong("the first clue")) }
        network.after(50) { [weak self] in self?.awaitClue(attempt: attempt + 1) }
    }

    private func change() {
        guard !isOver, let host = crowd?.host else { return }
        let elapsedUs = Ticks.nowUs - startUs
        guard elapsedUs < Int64(options.seconds) * 1_000_000 else {
            isMeasuring = false
            return network.after(1_000) { [weak self] in self?.finish(nil) }
        }
        sentUs = Ticks.nowUs
        host.send(changes.isMultiple(of: 2) ? "HOST_PAUSE" : "HOST_RESUME")
        changes += 1
        if elapsedUs / 1_000 / Self.samplePauseMs > Int64(nextSample) { sample() }
        progress.show(
            "\(elapsedUs / 1_000_000) of \(options.seconds) s · \(deliveries) deliveries · "
                + "p99 \(Line.time(fromCommand.percentile(99)))"
        )
        // Against the clock, not after the last one, so that the pace does not drift.
        let nextUs = startUs + Int64(changes) * 1_000_000 / Int64(options.changesPerSecond)
        network.after(max(0, (nextUs - Ticks.nowUs) / 1_000)) { [weak self] in self?.change() }
    }

    private func sample() {
        nextSample += 1
        guard let players = crowd?.players, !players.isEmpty else { return }
        players[nextSample % min(players.count, Crowd.maxSamples)].askForSnapshot()
    }

    private func delivered(_ message: ReceivedMessage, _ client: Client) {
        guard isMeasuring, let version = message.documentVersion, changes > 0 else { return }
        deliveries += 1
        deliveredBytes += message.bytes.count
        if commands.last.map({ $0.version < version }) ?? true {
            commands.append((version, sentUs))
            if commands.count > 64 { commands.removeFirst(32) }
            firstUs = (version, message.atUs)
        }
        if let command = commands.last(where: { $0.version == version }) {
            fromCommand.record(message.atUs - command.atUs)
        }
        if firstUs.version == version { spread.record(message.atUs - firstUs.atUs) }
        if let stamp = message.serverTimeMs,
            let sinceUs = client.clock.sinceUs(stamp, nowUs: message.atUs)
        {
            fromStamp.record(sinceUs)
        }
    }

    private func finish(_ failure: ClientFailure?) {
        guard !isOver else { return }
        isOver = true
        isMeasuring = false
        progress.clear()
        if let failure { Console.say("\(failure)") } else { referee.finish() }
        crowd?.disperse { [self] in
            if let failure {
                if case .unreachable = failure { return done(.unreachable) }
                return done(.broken)
            }
            done(report().publish(to: runOptions.figuresFile, referee.book))
        }
    }

    private func report() -> Report {
        var report = Report()
        let seconds = Double(options.seconds)
        report.line()
        report.line("\(options.players) players, \(changes) changes in \(options.seconds) s")
        report.figure(
            "deliveries",
            "\(deliveries), \(Line.decimal(Double(deliveries) / seconds, 0))/s",
            json: .int(Int64(deliveries))
        )
        let bytes = deliveries == 0 ? 0 : deliveredBytes / deliveries
        report.figure("bytes per delivery", "\(bytes)", json: .int(Int64(bytes)))
        report.histogram("command to delivery", fromCommand, bars: true)
        report.histogram("stamp to delivery", fromStamp)
        report.histogram("spread of one change", spread)
        report.histogram("round trips", referee.roundTrips)
        report.traffic(network.traffic, seconds: seconds)
        if let seating = crowd?.seating { report.seating(seating) }
        report.laws(referee)
        return report
    }
}

extension Fanout: Refereed {
    func received(_ message: ReceivedMessage, by client: Client) {
        referee.received(message, by: client)
        if message.type == .statePatch, client.seat.role == .player { delivered(message, client) }
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        referee.dropped(client)
        switch end {
        case .local: break
        case .closed, .failed:
            let breach: String? = end.isDrain ? nil : "lost its connection: \(end)"
            referee.check(.contract, by: client.label, breach)
            if client === crowd?.host, !end.mayReturn || client.hasGivenUp {
                finish(.unreachable("the host: \(end)"))
            }
        }
    }
}
