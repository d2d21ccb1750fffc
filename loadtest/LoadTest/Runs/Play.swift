import Protocol

/// One game from the lobby to the winner, told as it goes on and reckoned up independently.
final class Play: Run {
    /// Results are compared this long after they came, when every acknowledgement on the other
    /// connections is here as well.
    static let settleMs: Int64 = 150
    static let snapshotPauseMs: Int64 = 400
    static let pingPauseMs: Int64 = 100
    /// How long a round trip may take at the 95th percentile beside a sloth (law 10).
    static let slothRoundTripUs: Int64 = 250_000

    let network: Network
    let options: PlayOptions
    let runOptions: RunOptions
    let timings: Timings
    let referee = Referee()
    let done: (Outcome) -> Void
    let reception: Reception

    var session: Session?
    var host: Client?
    var tv: Client?
    var sloth: Client?
    var bots: [Bot] = []
    var clients: [Client] = []
    var ledger = Ledger()
    var commentary = Commentary()
    /// Brake and follow-up answers that wait for their ANSWER_ACK, by msgId.
    var open: [String: OpenAnswer] = [:]
    /// Who has sent an answer to the follow-up that is open.
    var answered: [Int: Set<String>] = [:]
    var hostMoment = ""
    var hasPaused = false
    var hasSkipped = false
    var hasSeatedLate = false
    var shakyReturns = 0
    var isOver = false
    private var nextSnapshot = 0

    enum OpenAnswer {
        case brake(player: String, levelPoints: Int, Ledger.Answer)
        case followup(player: String, index: Int, Ledger.Answer)

        var player: String {
            switch self {
            case .brake(let player, _, _), .followup(let player, _, _): player
            }
        }
    }

    init(
        _ network: Network,
        _ options: PlayOptions,
        _ runOptions: RunOptions,
        _ done: @escaping (Outcome) -> Void
    ) {
        self.network = network
        self.options = options
        self.runOptions = runOptions
        self.done = done
        timings = options.isFast ? .fast : .watchable
        reception = Reception(RESTClient(network.loop, network.target, tls: network.tls))
    }

    func start() {
        network.onBreach = { [unowned self] law, client, what in
            self.referee.check(law, by: client.label, what)
        }
        referee.onBreach = { [unowned self] breach in
            self.say("✗ \(breach.law.rawValue) [\(breach.who)] \(breach.what)")
        }
        reception.onBody = { [unowned self] in self.referee.body($0) }
        say("\(options.players) players travel to \(options.destinations) destinations.")
        let limitMs = 30_000 + Int64(options.destinations) * timings.destinationMs
        network.after(limitMs) { [weak self] in
            self?.fail(.tookTooLong("the game (\(limitMs / 1_000) s)"))
        }
        reception.open(settings: settings) { [unowned self] result in
            self.proceed(result) { session in
                self.session = session
                let host = self.client(self.reception.hostSeat(session))
                self.host = host
                host.connect()
                self.reception.seatTV(session) { result in
                    self.proceed(result) { seat in
                        let tv = self.client(seat)
                        self.tv = tv
                        tv.connect()
                        self.seatPlayers(from: 0)
                    }
                }
            }
        }
    }

    private var settings: JSONValue {
        .object([
            "destinationsCount": .int(Int64(options.destinations)),
            "maxPlayers": .int(Int64(options.players + 1)), "locale": .string(options.locale),
            "timings": timings.json,
        ])
    }

    private func personality(_ index: Int) -> Personality {
        Personality.all[index % Personality.all.count]
    }

    /// Seats one after the other, so that the order of joining is known.
    private func seatPlayers(from index: Int) {
        guard index < options.players else { return seatSloth() }
        guard personality(index).presence != .late else { return seatPlayers(from: index + 1) }
        seatPlayer(index) { self.seatPlayers(from: index + 1) }
    }

    func seatPlayer(_ index: Int, then next: @escaping () -> Void = {}) {
        guard let session else { return }
        let name = Personality.name(index)
        reception.seatPlayer(name, in: session, byCode: index == 0) { [unowned self] result in
            self.proceed(result) { seat in
                let client = self.client(seat)
                let bot = Bot(
                    client,
                    self.personality(index),
                    driver: self,
                    seed: self.options.seed &+ UInt64(index)
                )
                self.bots.append(bot)
                self.ledger.seat(bot.id.rawValue, name: name, joinedAtMs: .max)
                self.say("\(name) is here: \(bot.personality.title).")
                client.connect()
                next()
            }
        }
    }

    /// Somebody at the TV's projection who never reads, and asks for one snapshot after the other.
    private func seatSloth() {
        guard options.hasSloth, let session else { return begin() }
        reception.seatTV(session) { [unowned self] result in
            self.proceed(result) { seat in
                let sloth = self.client(seat, attention: .none)
                self.sloth = sloth
                sloth.connect()
                self.begin()
            }
        }
    }

    private func client(_ seat: Seat, attention: Client.Attention = .document) -> Client {
        let client = Client(id: clients.count, seat: seat, attention: attention, network: network)
        client.delegate = self
        clients.append(client)
        return client
    }

    // MARK: The game

    /// Starts when everybody is seated.
    private func begin(attempt: Int = 0) {
        let isReady = clients.allSatisfy(\.isSeated) && host?.document["state"] != nil
        guard isReady else {
            guard attempt < 200 else {
                let missing = clients.filter { !$0.isSeated }.map { "\($0.label): \($0.end)" }
                return fail(.unreachable("not seated: \(missing.joined(separator: ", "))"))
            }
            return network.after(50) { [weak self] in self?.begin(attempt: attempt + 1) }
        }
        say("All are seated. The host starts the game.")
        host?.send("HOST_START_GAME", messageID: host?.nextMessageID())
        pace(Self.pingPauseMs) { play in play.clients.forEach { $0.ping() } }
        pace(Self.snapshotPauseMs) { $0.askSomebodyForASnapshot() }
        pace(Self.pingPauseMs) { $0.sloth?.askForSnapshot() }
        pace(1_000) { $0.referee.lookForSilence() }
    }

    private func pace(_ ms: Int64, _ action: @escaping (Play) -> Void) {
        network.after(ms) { [weak self] in
            guard let self, !self.isOver else { return }
            action(self)
            self.pace(ms, action)
        }
    }

    private func askSomebodyForASnapshot() {
        nextSnapshot += 1
        let client = clients[nextSnapshot % clients.count]
        if client.attention == .document { client.askForSnapshot() }
    }

    func fail(_ failure: RunFailure) {
        guard !isOver else { return }
        isOver = true
        say("The game is off: \(failure)")
        clients.forEach { $0.leave(saying: false) }
        let outcome: Outcome = if case .unreachable = failure { .unreachable } else { .broken }
        reception.end { _ in self.done(outcome) }
    }

    private func proceed<Value>(_ result: Result<Value, RunFailure>, _ next: (Value) -> Void) {
        guard !isOver else { return }
        switch result {
        case .success(let value): next(value)
        case .failure(let failure): fail(failure)
        }
    }

    func say(_ line: String) {
        Console.say("[\(Line.clock(referee.elapsedMs))] \(line)")
    }
}
