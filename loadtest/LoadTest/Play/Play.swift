package import ArgumentParser
import GatewayClient
import GatewayClientTransport
import Protocol

/// A game that bots play from the lobby to the winner.
package struct PlayCommand: ParsableCommand, Sendable {
    package static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Lets bots play a whole game, comments on it, and reckons the scores itself."
    )

    @OptionGroup var common: CommonOptions

    @Option(help: "Bots with their personalities, 1 to 100.")
    var players = 8

    @Option(help: ArgumentHelp("What they play: \(Self.names).", valueName: "game"))
    var game = Tripto.name

    @Option(help: "Rounds of the game; as few as it has where it has no three.")
    var rounds: Int?

    @Flag(help: "A second or less for each part of the game.")
    var fast = false

    @Flag(help: "Seat one client that never reads, and see that nobody else minds.")
    var withSloth = false

    @Option(help: "The language of what is played: sv or en.")
    var locale = "sv"

    @Option(help: "What the bots' choices are drawn from.")
    var seed: UInt64 = 1

    @Option(help: "What the rounds are drawn from; without it the gateway draws others each time.")
    var contentSeed: UInt64?

    private static let names = playedGames.map { $0.name }.joined(separator: ", ")

    package init() {}

    package func validate() throws {
        guard let counts = playedGames.first(where: { $0.name == game })?.roundCounts
        else { throw ValidationError("--game: \(Self.names)") }
        try require((1...100).contains(players), "--players: 1 to 100")
        try require(
            rounds.map(counts.contains) ?? true,
            "--rounds: \(counts.lowerBound) to \(counts.upperBound)"
        )
        try require(["sv", "en"].contains(locale), "--locale: sv or en")
    }

    package func run() throws {
        try common.run { network, ending in Play(network, self, ending) }
    }
}

/// One game from the lobby to the winner, told as it goes on and reckoned up independently: a calm
/// party, with a host who also pauses and skips.
final class Play: Run, Paced {
    private static let snapshotPauseMs: Int64 = 400
    private static let pingPauseMs: Int64 = 100
    private static let metricsPauseMs: Int64 = 1_000
    private static let freshMs: Int64 = 100

    let network: Network
    private let ending: Ending
    private let party: Party
    private let rest: any RESTCaller
    private var occasions: Set<Occasion> = []
    private var hasBegun = false
    private var shakyReturns = 0
    private var nextSnapshot = 0
    private(set) var isOver = false

    init(_ network: Network, _ options: PlayCommand, _ ending: @escaping Ending) {
        self.network = network
        self.ending = ending
        rest = network.transport.caller(at: 0)
        var party = PartyOptions(name: "play", game: options.game, door: 0, seed: options.seed)
        party.players = options.players
        party.rounds = options.rounds ?? max(party.rounds, 3)
        party.tempo = options.fast ? .fast : .watchable
        party.isCalm = true
        party.contentSeed = options.contentSeed
        party.locale = options.locale
        party.hasSloth = options.withSloth
        self.party = Party(network, party, Story())
    }

    private var referee: Referee { party.referee }
    private var options: PartyOptions { party.options }
    private var commentary: Commentary { Commentary(record: referee.record) }

    func start() {
        party.onHeard = { [unowned self] in hear($0) }
        party.onLook = { [unowned self] in look($0) }
        party.onEnd = { [unowned self] in conclude(party.cause) }
        say("\(options.players) players, \(options.rounds) rounds of \(options.game.name).")
        let limitMs = 30_000 + Int64(options.rounds) * options.game.roundMs(options.tempo)
        network.after(limitMs) { [weak self] in
            guard let self, !isOver else { return }
            party.fail(
                hasBegun
                    ? .tookTooLong("the game (\(limitMs / 1_000) s)")
                    : .unreachable("not seated: \(party.absent)")
            )
        }
        measure { $0.party.begin() }
        every(ms: Self.metricsPauseMs) { $0.measure() }
        every(ms: Self.pingPauseMs) { play in
            guard play.hasBegun else { return }
            play.party.clients.forEach { $0.ping() }
            play.party.sloth?.askForSnapshot()
        }
        every(ms: Self.snapshotPauseMs) { play in
            guard play.hasBegun else { return }
            play.nextSnapshot += 1
            let client = play.party.clients[play.nextSnapshot % play.party.clients.count]
            if client.attention == .document { client.askForSnapshot() }
        }
    }

    /// Law 7: reads what the gateway says that it holds.
    private func measure(then next: @escaping (Play) -> Void = { _ in }) {
        rest.call(RESTRequest(.get, "/metrics")) { [weak self] result in
            guard let self else { return }
            // Metrics may be served elsewhere; the game says whether there is a gateway.
            if case .success(let answer) = result, answer.status == 200 {
                referee.measured(answer.metrics)
            }
            next(self)
        }
    }

    // MARK: The host's seat

    private func hear(_ heard: Heard) {
        let (message, client) = (heard.message, heard.client)
        let bot = party.driver.bot(client)
        if client === party.host {
            if let line = commentary.line(for: message) { say(line) }
        } else if let bot, heard.type == .welcome, bot.presence == .shaky,
            message.decoded()["resumed"]?.bool == true, client.replica.version >= 0
        {
            shakyReturns += 1
            say("    \(bot.name) is back on the line.")
        }
    }

    private func look(_ document: JSONValue) {
        hasBegun = true
        if let line = options.game.line(at: document) { say(line) }
        if document.state == "SCOREBOARD" {
            commentary.scoreboard(document).forEach { say("  " + $0) }
        }
        guard let occasion = options.game.occasion(document),
            occasion != .skip || isFresh(document), occasions.insert(occasion).inserted
        else { return }
        let whileMs = options.game.answerMs(options.tempo) / 2
        switch occasion {
        case .arrival: party.seatLatecomers()
        case .skip: act("HOST_SKIP", "The host skips this.")
        case .pause:
            act("HOST_PAUSE", "The host pauses: the pizza is here.")
            network.after(whileMs) { [weak self] in self?.act("HOST_RESUME", "On we go.") }
        case .drop:
            for bot in party.driver.bots where bot.presence == .shaky {
                say("    \(bot.name) is off the line.")
                bot.client.breakOff(returnsAfterMs: whileMs)
            }
        }
    }

    /// A skip that is sent late would end another stage than the host has seen.
    private func isFresh(_ document: JSONValue) -> Bool {
        let startMs = document["timers"]?[0]?["startAtServerMs"]?.int
        return startMs.map { Ticks.wallMs - $0 < Self.freshMs } ?? false
    }

    private func act(_ type: String, _ line: String) {
        guard let host = party.host else { return }
        say(line)
        if type == "HOST_SKIP" {
            let moment = options.game.moment(of: host.document)
            referee.said(.mayEnd(moment: moment), by: host)
        }
        host.send(type, messageID: host.nextMessageID())
    }

    private func say(_ line: String) {
        Console.say("[\(Line.clock(referee.elapsedMs))] \(line)")
    }

    // MARK: The end

    /// The last word has been said: once more everybody's document, then the session ends.
    private func conclude(_ failure: ClientFailure?) {
        guard !isOver else { return }
        if let failure {
            isOver = true
            say("The game is off.")
            return end { $0.ending(.failure(failure)) }
        }
        party.clients.filter { $0.attention == .document }.forEach { $0.askForSnapshot() }
        network.after(500) { [weak self] in
            guard let self, !isOver else { return }
            isOver = true
            referee.finish()
            _ = party.reckon()
            let hasShaky = party.driver.bots.contains { $0.presence == .shaky }
            if shakyReturns == 0, hasShaky {
                say("(nobody came back after a drop: the resume was not put to the test)")
            }
            measure { $0.end { $0.ending(.success($0.report())) } }
        }
    }

    private func end(then next: @escaping (Play) -> Void) {
        party.clients.forEach { $0.leave(saying: false) }
        party.reception.end { [self] result in
            if case .failure(let failure) = result { say("\(failure)") }
            next(self)
        }
    }

    private func report() -> Report {
        var report = Report("The table:")
        let table = commentary.scoreboard(party.host?.document ?? .null)
        table.forEach { report.line("  " + $0) }
        report.line()
        report.traffic(network.traffic, seconds: Double(referee.elapsedMs) / 1_000)
        report.histogram("round trips", referee.roundTrips)
        report.histogram("receipts of answers", referee.receipts)
        report.histogram("timers late by", referee.timerLateness)
        report.count("bytes searched for secrets", referee.bytesSearched)
        report.count("secret words met", referee.wordsMet)
        report.count("gaps in patches", party.clients.map(\.resyncs).reduce(0, +))
        report.laws(referee)
        return report
    }
}
