package import ArgumentParser
import GatewayClient
import GatewayClientTransport
import Protocol

/// Many players who all pull the brake, in one session.
package struct StormCommand: ParsableCommand, Sendable {
    package static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "Has many players pull the brake all the time, and measures every answer.",
        discussion: "Run the gateway with --no-limits: it lets 30 players join from one address."
    )

    /// A connection may send 20 messages a second; two are left for what is not a pull.
    static let maxPullsPerPlayer = 18

    @OptionGroup var common: CommonOptions

    @Option(help: "Players in one session, 2 to 500.")
    var players = 500

    @Option(help: "How long, 1 to 600.")
    var seconds = 30

    @Option(help: "Of all players together; none sends more than 18 a second.")
    var pullsPerSecond = 2_000

    @Option(help: "Milliseconds that the owner of the brake takes to answer, 0 to 10000.")
    var holdMs = 200

    package init() {}

    package func validate() throws {
        try require((2...500).contains(players), "--players: 2 to 500")
        try require((1...600).contains(seconds), "--seconds: 1 to 600")
        try require((0...10_000).contains(holdMs), "--hold-ms: 0 to 10000")
        let most = players / 2 * Self.maxPullsPerPlayer
        try require(
            (1...most).contains(pullsPerSecond),
            "--pulls-per-second: 1 to \(most) with \(players) players"
        )
    }

    package func run() throws {
        try common.run { network, ending in Storm(network, self, ending) }
    }
}

/// Everybody pulls the brake, all the time: what does it cost the one who is first?
///
/// A player who pulls again within 2 s is turned away, and every pull counts. So half of the players
/// wait long enough and fight for the brake, and the other half make the noise.
final class Storm: CrowdRun {
    private static let tickMs: Int64 = 5
    /// Between two pulls of a player who may be granted one.
    private static let fairPauseUs: Int64 = 2_100_000
    /// A clue that nobody stops for this long is skipped: everybody has used their answer.
    private static let dullClueUs: Int64 = 3_000_000
    private static let samplePauseMs: Int64 = 250
    /// Between two TIME_PINGs, each of another player: what a message there and back costs meanwhile.
    private static let pingPauseMs: Int64 = 20
    /// Answers that are under way at the end get so long.
    private static let lastAnswersMs: Int64 = 1_500
    /// The time from a reveal until calm is back.
    private static let unrestUs: Int64 = 2_000_000
    private static let accepted = "accepted"

    private let options: StormCommand
    let ending: Ending
    let referee = Referee.ofCrowd(Tripto.self)
    let crowd: Crowd
    var isOver = false
    private var startUs: Int64 = 0
    /// When a player may pull next, by its place in the crowd.
    private var nextPullUs: [Int64] = []
    private var nextNoisy = 0
    private var noiseDebt = 0.0
    private var lastTickUs: Int64 = 0
    private var pingCount = 0
    private var hostMoment = ""
    private var momentUs: Int64 = 0

    private var pulls = 0
    private var acceptances = 0
    /// From a pull to its answer, by what the answer was.
    private var answers: [String: Histogram] = [:]
    /// The same for accepted pulls alone, when no reveal was near: with results for every player to
    /// every player, those weigh more than all brakes together.
    private var calm = Histogram()
    private var revealUs = Int64.min / 2
    /// From the first client that heard of an accepted brake to each other.
    private var spread = Histogram()
    /// The brake that was accepted last, and when it was first heard of.
    private var heard: (brake: String, atUs: Int64) = ("", 0)

    init(_ network: Network, _ options: StormCommand, _ ending: @escaping Ending) {
        self.options = options
        self.ending = ending
        let settings: JSONObject = [
            "destinationsCount": .int(10), "followupsPerDestination": .int(0),
            "earlyReveal": .bool(false), "maxPlayers": .int(Int64(options.players)),
            "timings": Timings.storm.json,
        ]
        crowd = Crowd(network, players: options.players, settings: settings)
    }

    /// Players who wait long enough: every other one.
    private var fairCount: Int { (options.players + 1) / 2 }

    func begin() {
        startUs = Ticks.nowUs
        nextPullUs = (0..<options.players).map { index in
            startUs + Self.fairPauseUs * Int64(index % fairCount) / Int64(fairCount)
        }
        lastTickUs = startUs
        hostSends("HOST_START_GAME")
        measure(seconds: options.seconds, lastMs: Self.lastAnswersMs)
        every(ms: Self.tickMs) { $0.tick() }
        every(ms: Self.pingPauseMs) { storm in
            storm.pingCount += 1
            // Of those who pull seldom: a connection may send no more than so many messages.
            storm.crowd.players[storm.pingCount % storm.fairCount * 2].ping()
        }
        every(ms: Self.samplePauseMs) { storm in
            storm.crowd.askForSnapshot()
            storm.referee.tick()
            storm.crowd.host?.ping()
        }
    }

    private func tick() {
        let nowUs = Ticks.nowUs
        pullFairly(nowUs)
        makeNoise(nowUs)
        moveOn(nowUs)
        crowd.progress.show(
            "\((nowUs - startUs) / 1_000_000) of \(options.seconds) s · \(pulls) pulls · "
                + "\(acceptances) brakes · \(network.traffic.messagesIn) messages"
        )
    }

    private func pullFairly(_ nowUs: Int64) {
        for index in stride(from: 0, to: crowd.players.count, by: 2)
        where nextPullUs[index] <= nowUs {
            nextPullUs[index] = nowUs + Self.fairPauseUs
            pull(crowd.players[index])
        }
    }

    private func makeNoise(_ nowUs: Int64) {
        let noisy = options.players / 2
        let fairRate = Double(fairCount) * 1_000_000 / Double(Self.fairPauseUs)
        let noiseRate = max(0, Double(options.pullsPerSecond) - fairRate)
        let rate = min(noiseRate, Double(noisy * StormCommand.maxPullsPerPlayer))
        let elapsed = Double(nowUs - lastTickUs) / 1_000_000
        lastTickUs = nowUs
        // A late tick makes up for what it missed, though for no more than one pull each.
        noiseDebt = min(noiseDebt + rate * elapsed, Double(noisy))
        while noiseDebt >= 1 {
            noiseDebt -= 1
            pull(crowd.players[nextNoisy % noisy * 2 + 1])
            nextNoisy += 1
        }
    }

    private func pull(_ player: Client) {
        guard player.isSeated else { return }
        pulls += 1
        referee.claim(Tripto.pull, player.nextMessageID(), by: player)
    }

    /// Keeps the game going: a rematch at its end, a skip where nobody can pull any more.
    private func moveOn(_ nowUs: Int64) {
        guard let host = crowd.host else { return }
        let moment = Tripto.moment(of: host.document)
        if moment != hostMoment {
            hostMoment = moment
            momentUs = nowUs
        }
        let waitUs = nowUs - momentUs
        switch host.document.state {
        case "ROUND_END" where waitUs > 20_000, "LOBBY" where waitUs > 1_000_000:
            momentUs = nowUs
            hostSends("HOST_START_GAME")
        case "CLUE_LEVEL" where waitUs > Self.dullClueUs:
            momentUs = nowUs
            referee.said(.mayEnd(moment: moment), by: host)
            hostSends("HOST_SKIP")
        case _: break
        }
    }

    private func hostSends(_ type: String) {
        crowd.host?.send(type, messageID: crowd.host?.nextMessageID())
    }

    // MARK: Answers

    func received(_ message: ReceivedMessage, by client: Client) {
        referee.received(message, by: client)
        let waitedUs = referee.claimWaitedUs
        if message.type == .error {
            answered("ERROR \(Members.string("code", in: message.payload) ?? "no code")", waitedUs)
        }
        switch message.typeName {
        case "BRAKE_ACCEPTED": accepted(message, client, waitedUs)
        case "DESTINATION_REVEAL": revealUs = message.atUs
        case "BRAKE_REJECTED":
            answered(Members.string("reason", in: message.payload) ?? "no reason", waitedUs)
        case _: break
        }
    }

    private func answered(_ how: String, _ waitedUs: Int64?) {
        guard let waitedUs else { return }
        answers[how, default: Histogram()].record(waitedUs)
        let isCalm = Ticks.nowUs - revealUs > Self.unrestUs
        if how == Self.accepted, isCalm { calm.record(waitedUs) }
    }

    private func accepted(_ message: ReceivedMessage, _ client: Client, _ waitedUs: Int64?) {
        let owner = Members.string("brakeOwnerPlayerId", in: message.payload) ?? ""
        let brake = "\(owner) \(message.version ?? message.serverTimeMs ?? 0)"
        if heard.brake != brake {
            heard = (brake, message.atUs)
            acceptances += 1
        } else {
            spread.record(message.atUs - heard.atUs)
        }
        guard waitedUs != nil else { return }
        answered(Self.accepted, waitedUs)
        // Our own: answered wrongly after a while, so that the next clue opens the brake again.
        network.after(Int64(options.holdMs)) { [weak self, weak client] in
            guard let self, let client, client.isSeated else { return }
            // The host may not have seen the brake yet; the clue it belongs to is the same.
            let moment = Tripto.moment(of: crowd.host?.document ?? .null)
            let place = moment.drop { $0 != " " }
            referee.said(.mayEnd(moment: "PAUSED_FOR_BRAKE\(place)"), by: client)
            let wrong: JSONObject = ["answerText": .string("Atlantis")]
            client.send("BRAKE_ANSWER_SUBMIT", messageID: client.nextMessageID(), payload: wrong)
        }
    }

    func report() -> Report {
        var report = Report(
            "\(options.players) players, \(pulls) pulls in \(options.seconds) s, "
                + "\(acceptances) brakes accepted"
        )
        var all = Histogram()
        for (how, histogram) in answers.sorted(by: { $0.key < $1.key }) {
            report.histogram(how, histogram)
            all.merge(histogram)
        }
        report.histogram("accepted, no reveal near", calm)
        report.histogram("pull to answer", all)
        report.histogram("accepted, spread", spread)
        report.histogram("round trips", referee.roundTrips)
        report.traffic(network.traffic, seconds: Double(options.seconds))
        return report
    }
}
