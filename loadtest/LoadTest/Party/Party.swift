import Protocol
package import Transport

/// A session whose clients play on whatever becomes of its gateways: each comes back by itself, to the
/// next gateway, and repeats what was not answered. Holds what they are told against the laws, and keeps
/// the record. Lives on its loop.
package final class Party {
    package enum Stage: Equatable, Sendable {
        case opening, playing
        /// The game that is on is played to its end, and there is no other.
        case windingDown
        case over
        case failed(String)
    }

    /// Something that a scenario may want to strike at.
    package enum Moment: Equatable, Sendable {
        /// A brake is open; its owner sits at this place.
        case brakeOpened(place: Int)
        /// An answer has left for the gateway at this place.
        case answerSent(place: Int)
    }

    /// Between a refusal that may be retried and the next try.
    static let retryMs: Int64 = 300
    /// A pull that is older than this has not been answered; stores may be away for a while.
    static let patienceUs: Int64 = 30_000_000
    /// Between the last message of a game and the end of the party.
    static let quietMs: Int64 = 500
    /// Who is away for longer may be counted as gone; the gateway waits 2 s.
    static let graceUs: Int64 = 1_500_000
    static let followupsPerDestination = 2

    let network: Network
    package let options: PartyOptions
    let story: Story
    let reception: Reception

    package internal(set) var stage = Stage.opening
    package internal(set) var record = Record()
    package var onMoment: (Moment) -> Void = { _ in }
    package private(set) var session = ""

    var host: Client?
    var tv: Client?
    var clients: [Client] = []
    var bots: [Bot] = []
    var book = LawBook()
    var brake = BrakeLaw()
    var versions = VersionLaw()
    /// Of host and TV, whose documents show every timer.
    var timers: [Int: TimerLaw] = [:]
    var dues = DueLaw()
    /// The last document of host and TV.
    var shown: [Int: JSONValue] = [:]
    /// By client; and when somebody came back last who was away for long.
    var awaySinceUs: [Int: Int64] = [:]
    var longAbsenceUs: Int64 = .min / 2
    var secret: (round: String, words: RoundSecret)?
    var hostMoment = ""
    var hostMomentUs = Ticks.nowUs
    var startMessageID = ""
    /// From the first attempt to come back to a current document, in microseconds.
    var returns = Histogram()
    /// From the loss of a connection to a current document, in microseconds.
    var gaps = Histogram()
    /// From the end of a timer to the start of what follows, in milliseconds of the server's clock.
    var lateness = Histogram()
    /// How often each client has lost its gateway.
    package internal(set) var losses: [Int: Int] = [:]
    var repeats = RepeatLaw()
    private let startUs = Ticks.nowUs

    /// - Parameter targets: the gateways, of which any serves the session.
    package init(_ loop: EventLoop, _ targets: [Target], _ options: PartyOptions, _ story: Story) {
        network = Network(loop, targets, tls: nil, maxAttempts: .max)
        self.options = options
        dues.lagUs = options.lagMs * 1_000
        self.story = story
        reception = Reception(RESTClient(loop, targets[options.door], tls: nil))
    }

    // MARK: The evening

    /// Opens the session, seats everybody and starts the game.
    package func begin() {
        network.onBreach = { [unowned self] law, client, what in
            self.check(law, by: client.label, what)
        }
        reception.open(settings: settings) { [weak self] result in
            self?.proceed(result) { party, session in
                party.session = session.id
                party.host = party.seat(party.reception.hostSeat(session))
                party.reception.seatTV(session) { [weak party] result in
                    party?.proceed(result) { party, seat in
                        party.tv = party.seat(seat)
                        party.seatPlayers(session, from: 0)
                    }
                }
            }
        }
        pulse()
    }

    private var settings: JSONValue {
        .object([
            "destinationsCount": .int(Int64(options.destinations)),
            "followupsPerDestination": .int(Int64(Self.followupsPerDestination)),
            "maxPlayers": .int(Int64(options.players)), "locale": .string("en"),
            "seed": .int(Int64(options.seed & 0xFFFF_FFFF)), "timings": options.timings.json,
        ])
    }

    private func seatPlayers(_ session: Session, from index: Int) {
        guard index < options.players else { return }
        reception.seatPlayer(Personality.name(index), in: session, byCode: index == 0) {
            [weak self] result in
            self?.proceed(result) { party, seat in
                let bot = Bot(
                    party.seat(seat),
                    Personality.all[(index + party.firstPersonality) % Personality.all.count],
                    driver: party,
                    seed: party.options.seed &+ UInt64(index)
                )
                party.bots.append(bot)
                party.seatPlayers(session, from: index + 1)
            }
        }
    }

    /// Parties with different seeds have different guests.
    private var firstPersonality: Int { Int(options.seed % UInt64(Personality.all.count)) }

    /// Clients are spread over the gateways.
    private func seat(_ seat: Seat) -> Client {
        let client = Client(
            id: clients.count,
            seat: seat,
            attention: .document,
            network: network,
            place: clients.count % network.targets.count
        )
        client.delegate = self
        clients.append(client)
        client.connect()
        return client
    }

    /// Lets the game that is on end, and plays no other.
    package func windDown() {
        if stage == .playing { stage = .windingDown }
    }

    /// Everybody goes home; the session stays in the stores.
    package func leave() {
        clients.forEach { $0.leave(saying: false) }
        reception.rest.close()
    }

    /// Everybody goes home, and the session is ended.
    package func end() {
        reception.end { _ in self.leave() }
    }

    /// Sends half of the clients to each of two gateways again, as a proxy would that has both back.
    package func spread() {
        for client in clients where client.isSeated {
            let home = client.id % network.targets.count
            if client.place != home { client.move(to: home) }
        }
    }

    // MARK: What a scenario asks

    package var failure: String? {
        switch stage {
        case .failed(let why): why
        case .opening, .playing, .windingDown, .over: nil
        }
    }
    package var isSeated: Bool {
        clients.count == options.players + 2 && clients.allSatisfy(\.isSeated)
    }
    package func seatedCount(at place: Int) -> Int {
        clients.count { $0.isSeated && $0.place == place }
    }
    package var moment: String { hostMoment }
    /// The same, as the screen shows it.
    package var screenMoment: String { tv.map { Self.moment(of: $0.document) } ?? "" }
    /// How often the game has moved on.
    package internal(set) var moves = 0
    package internal(set) var longestStandstillMs: Int64 = 0
    package var returnsUs: (count: Int, p50: Int64, max: Int64) {
        (Int(returns.count), returns.percentile(50), returns.max)
    }
    package var gapsUs: (p50: Int64, max: Int64) { (gaps.percentile(50), gaps.max) }
    package var latenessMs: (p50: Int64, max: Int64) { (lateness.percentile(50), lateness.max) }
    /// Where each client is, by its number.
    package var places: [Int: Int] {
        Dictionary(uniqueKeysWithValues: clients.map { ($0.id, $0.place) })
    }
    /// Who may steer the game, by their place, and the screen's place; of those who are seated.
    package var seatedAt: (steering: [String: Int], screen: Int?) {
        var steering: [String: Int] = [:]
        for client in clients where client.isSeated && client !== tv {
            steering[client.label] = client.place
        }
        return (steering, tv.flatMap { $0.isSeated ? $0.place : nil })
    }
    package var breaches: [String] {
        book.breaches.map { "\($0.law.rawValue) [\(options.name) \($0.who)] \($0.what)" }
    }
    package var checkCount: Int { book.checkCounts.values.reduce(0, +) }

    /// Who is not connected, and why.
    package var absent: String {
        clients.filter { !$0.isSeated }.map { "\($0.label): \($0.end)" }.joined(separator: ", ")
    }

    /// The last word: what was told must follow from what was acknowledged.
    package func reckon() -> Record.Reckoning {
        let reckoning = record.reckon(followupsPerDestination: Self.followupsPerDestination)
        check(.score, by: "results", reckoning.faults.first)
        for fault in reckoning.faults.dropFirst() { check(.score, by: "results", fault) }
        return reckoning
    }

    // MARK: Inside

    func check(_ law: Law, by who: String, _ breach: String?) {
        let atMs = (Ticks.nowUs - startUs) / 1_000
        guard let entry = book.check(law, by: who, atMs: atMs, breach) else { return }
        tell("✗ \(entry.law.rawValue) [\(entry.who)] \(entry.what)")
    }

    func tell(_ line: String) {
        story.tell("\(options.name): \(line)")
    }

    /// Looks every second whether something waits that nobody will move.
    private func pulse() {
        network.after(1_000) { [weak self] in
            guard let self else { return }
            switch stage {
            case .over, .failed: return
            case .opening, .playing, .windingDown: break
            }
            for late in brake.unanswered(nowUs: Ticks.nowUs, patienceUs: Self.patienceUs) {
                check(.brake, by: clients[late.watcher].label, late.breach)
            }
            for late in repeats.unanswered(nowUs: Ticks.nowUs, patienceUs: Self.patienceUs) {
                check(.repetition, by: clients[late.watcher].label, late.breach)
            }
            hostMoves()
            pulse()
        }
    }

    private func proceed<Value>(
        _ result: Result<Value, RunFailure>,
        _ next: (Party, Value) -> Void
    ) {
        switch result {
        case .success(let value): next(self, value)
        case .failure(let failure):
            tell("the party is off: \(failure)")
            stage = .failed("\(failure)")
        }
    }
}
