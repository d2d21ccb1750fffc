import GatewayClient
import GatewayClientTransport
import Protocol

/// Everybody pulls the brake, all the time: what does it cost the one who is first?
///
/// A player who pulls again within 2 s is turned away, and every pull counts. So half of the players
/// wait long enough and fight for the brake, and the other half make the noise.
final class Storm: Run {
    static let tickMs: Int64 = 5
    /// Between two pulls of a player who may be granted one.
    static let fairPauseUs: Int64 = 2_100_000
    /// A clue that nobody stops for this long is skipped: everybody has used their answer.
    static let dullClueUs: Int64 = 3_000_000
    static let samplePauseMs: Int64 = 250
    /// Between two TIME_PINGs, each of another player: what a message there and back costs meanwhile.
    static let pingPauseMs: Int64 = 20

    let network: Network
    let options: StormOptions
    private let runOptions: RunOptions
    private let done: (Outcome) -> Void
    let referee = Referee.ofCrowd()
    var figures = StormFigures()
    private var crowd: Crowd?
    private var progress = Progress()
    private var isRunning = false
    private var isOver = false
    private var startUs: Int64 = 0
    private var endUs: Int64 = 0
    /// When a player may pull next, by its place in the crowd.
    private var nextPullUs: [Int64] = []
    private var nextNoisy = 0
    private var noiseDebt = 0.0
    private var lastTickUs: Int64 = 0
    private var nextSample = 0
    private var pingCount = 0
    var hostMoment = ""
    var momentUs: Int64 = 0

    init(
        _ network: Network,
        _ options: StormOptions,
        _ runOptions: RunOptions,
        _ done: @escaping (Outcome) -> Void
    ) {
        self.network = network
        self.options = options
        self.runOptions = runOptions
        self.done = done
    }

    var host: Client? { crowd?.host }

    func start() {
        let crowd = Crowd(network, delegate: self)
        self.crowd = crowd
        crowd.reception.onBody = { [unowned self] in self.referee.read($0) }
        crowd.gather(options.players, settings: settings) { [weak self] failure in
            guard let self else { return }
            if let failure { self.finish(failure) } else { self.begin() }
        }
    }

    private var settings: JSONValue {
        .object([
            "destinationsCount": .int(10), "followupsPerDestination": .int(0),
            "earlyReveal": .bool(false), "maxPlayers": .int(Int64(options.players)),
            "timings": Timings.storm.json,
        ])
    }

    private func begin() {
        startUs = Ticks.nowUs
        endUs = startUs + Int64(options.seconds) * 1_000_000
        isRunning = true
        let fair = (options.players + 1) / 2
        nextPullUs = (0..<options.players).map { index in
            startUs + Self.fairPauseUs * Int64(index % fair) / Int64(fair)
        }
        network.traffic.reset()
        lastTickUs = startUs
        hostSends("HOST_START_GAME")
        tick()
    }

    private func tick() {
        guard isRunning else { return }
        let nowUs = Ticks.nowUs
        guard nowUs < endUs else { return windDown() }
        pullFairly(nowUs)
        makeNoise(nowUs)
        moveOn(nowUs)
        if (nowUs - startUs) / 1_000 / Self.pingPauseMs > Int64(pingCount) { pingNext() }
        if (nowUs - startUs) / 1_000 / Self.samplePauseMs > Int64(nextSample) { sample() }
        progress.show(
            "\((nowUs - startUs) / 1_000_000) of \(options.seconds) s · \(figures.pulls) pulls · "
                + "\(figures.acceptances) brakes · \(network.traffic.messagesIn) messages"
        )
        network.after(Self.tickMs) { [weak self] in self?.tick() }
    }

    private func pullFairly(_ nowUs: Int64) {
        guard let players = crowd?.players else { return }
        for index in stride(from: 0, to: players.count, by: 2) where nextPullUs[index] <= nowUs {
            nextPullUs[index] = nowUs + Self.fairPauseUs
            pull(players[index])
        }
    }

    private func makeNoise(_ nowUs: Int64) {
        guard let players = crowd?.players, players.count > 1 else { return }
        let fairRate = Double((players.count + 1) / 2) * 1_000_000 / Double(Self.fairPauseUs)
        let noisy = players.count / 2
        let noiseRate = max(0, Double(options.pullsPerSecond) - fairRate)
        let rate = min(noiseRate, Double(noisy * StormOptions.maxPullsPerPlayer))
        let elapsed = Double(nowUs - lastTickUs) / 1_000_000
        lastTickUs = nowUs
        // A late tick makes up for what it missed, though for no more than one pull each.
        noiseDebt = min(noiseDebt + rate * elapsed, Double(noisy))
        while noiseDebt >= 1 {
            noiseDebt -= 1
            pull(players[nextNoisy % noisy * 2 + 1])
            nextNoisy += 1
        }
    }

    private func pull(_ player: Client) {
        guard player.isSeated else { return }
        let messageID = player.nextMessageID()
        referee.said(.pull(messageID: messageID), by: player)
        figures.pulls += 1
        player.send("BRAKE_PULL", messageID: messageID) { writer in
            writer.key("atClientMs")
            writer.value(Ticks.wallMs)
        }
    }

    /// Keeps the game going: a rematch at its end, a skip where nobody can pull any more.
    private func moveOn(_ nowUs: Int64) {
        guard let document = host?.document else { return }
        let moment = TimerLaw.moment(of: document)
        if moment != hostMoment {
            hostMoment = moment
            momentUs = nowUs
        }
        let waitUs = nowUs - momentUs
        switch document["state"]?.string {
        case "ROUND_END" where waitUs > 20_000, "LOBBY" where waitUs > 1_000_000:
            momentUs = nowUs
            hostSends("HOST_START_GAME")
        case "CLUE_LEVEL" where waitUs > Self.dullClueUs:
            momentUs = nowUs
            if let host { referee.said(.mayEnd(.host, moment: moment), by: host) }
            hostSends("HOST_SKIP")
        case _: break
        }
    }

    private func hostSends(_ type: String) {
        host?.send(type, messageID: host?.nextMessageID())
    }

    /// Of those who pull seldom: a connection may send no more than so many messages.
    private func pingNext() {
        pingCount += 1
        guard let players = crowd?.players else { return }
        let fair = (players.count + 1) / 2
        players[pingCount % fair * 2].ping()
    }

    private func sample() {
        nextSample += 1
        guard let players = crowd?.players else { return }
        let samples = players.prefix(Crowd.maxSamples) + [host].compactMap { $0 }
        samples[nextSample % samples.count].askForSnapshot()
        referee.tick()
        host?.ping()
    }

    // MARK: The end

    /// No more pulls; the answers that are under way get their second.
    private func windDown() {
        isRunning = false
        progress.clear()
        network.after(1_500) { [weak self] in self?.finish(nil) }
    }

    func finish(_ failure: ClientFailure?) {
        guard !isOver else { return }
        isOver = true
        isRunning = false
        progress.clear()
        if let failure { Console.say("\(failure)") } else { referee.finish() }
        let seconds = Double(options.seconds)
        crowd?.disperse { [self] in
            if let failure {
                if case .unreachable = failure { return done(.unreachable) }
                return done(.broken)
            }
            var report = figures.report(
                network.traffic,
                referee.roundTrips,
                options,
                seconds: seconds
            )
            if let seating = crowd?.seating { report.seating(seating) }
            report.laws(referee)
            done(report.publish(to: runOptions.figuresFile, referee.book))
        }
    }
}
