import GatewayClient
import GatewayClientTransport
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
    /// Between the last message of a game and the end of the party.
    static let quietMs: Int64 = 500
    /// Acknowledged answers that are said again at one return.
    static let maxRepeats = 2

    let network: Network
    package let options: PartyOptions
    let story: Story
    let reception: Reception
    let referee: Referee

    package private(set) var stage = Stage.opening
    package var onMoment: (Moment) -> Void = { _ in }
    /// Told of everything that a client hears, and of each new stage that the host sees.
    var onHeard: (Heard) -> Void = { _ in }
    var onLook: (JSONValue) -> Void = { _ in }
    var onEnd: () -> Void = {}

    private var opened: Session?
    /// Reason for which it is off.
    private(set) var cause: ClientFailure?
    private(set) var host: Client?
    private(set) var tv: Client?
    private(set) var sloth: Client?
    private(set) var clients: [Client] = []
    private(set) var bots: [Bot] = []
    /// Everybody who comes at first has a client.
    private var isComplete = false
    private var secret: (round: String, words: RoundSecret)?
    private var hostMoment = ""
    private var hostMomentUs = Ticks.nowUs
    private var startMessageID = ""
    private var awaySinceUs: [Int: Int64] = [:]
    /// From the first attempt to come back to a current document, in microseconds.
    private var returns = Histogram()
    /// From the loss of a connection to a current document, in microseconds.
    private var gaps = Histogram()
    /// Number of times that each client has lost its gateway.
    package private(set) var losses: [Int: Int] = [:]
    /// Number of times that the game has moved on.
    package private(set) var moves = 0
    package private(set) var longestStandstillMs: Int64 = 0

    /// - Parameter targets: the gateways, of which any serves the session.
    package convenience init(
        _ loop: EventLoop,
        _ targets: [Target],
        _ options: PartyOptions,
        _ story: Story
    ) {
        self.init(Network(loop, targets, tls: nil, maxAttempts: .max), options, story)
    }

    init(_ network: Network, _ options: PartyOptions, _ story: Story) {
        self.network = network
        self.options = options
        self.story = story
        reception = network.reception(at: options.door)
        referee = Referee(options.laws())
    }

    // MARK: The evening

    /// Opens the session, seats everybody and starts the game.
    package func begin() {
        referee.onBreach = { [unowned self] breach in
            tell("✗ \(breach.law.rawValue) [\(breach.who)] \(breach.what)")
        }
        reception.onBody = { [unowned self] in referee.read($0) }
        reception.open(settings: settings) { [weak self] result in
            self?.proceed(result) { party, session in
                party.opened = session
                party.host = party.seat(party.reception.hostSeat(session))
                party.reception.seatTV(session) { [weak party] result in
                    party?.proceed(result) { party, seat in
                        party.tv = party.seat(seat)
                        party.seatPlayers(from: 0)
                    }
                }
            }
        }
        pulse()
    }

    private var settings: JSONValue {
        var settings: JSONObject = [
            "destinationsCount": .int(Int64(options.destinations)),
            "followupsPerDestination": .int(Int64(options.followups)),
            "maxPlayers": .int(Int64(options.players)), "locale": .string(options.locale),
            "timings": options.timings.json,
        ]
        // The same places every time would be one test.
        if !options.isCalm { settings["seed"] = .int(Int64(options.seed & 0xFFFF_FFFF)) }
        return .object(settings)
    }

    /// Seats one after the other, so that the order of joining is known. Parties with different seeds
    /// have different guests; those of a calm one come late if it suits them.
    private func seatPlayers(from index: Int) {
        guard index < options.players else { return seatSloth() }
        let isLate = options.isCalm && personality(index).presence == .late
        guard !isLate else { return seatPlayers(from: index + 1) }
        seatPlayer(index) { $0.seatPlayers(from: index + 1) }
    }

    private func personality(_ index: Int) -> Personality {
        let first = options.isCalm ? 0 : Int(options.seed % UInt64(Personality.all.count))
        return Personality.all[(index + first) % Personality.all.count]
    }

    private func seatPlayer(_ index: Int, then next: @escaping (Party) -> Void = { _ in }) {
        guard let session = opened else { return }
        let name = Personality.name(index)
        reception.seatPlayer(name, in: session, byCode: index == 0) { [weak self] result in
            self?.proceed(result) { party, seat in
                let personality = party.personality(index)
                let seed = party.options.seed &+ UInt64(index)
                let bot = Bot(party.seat(seat), personality, driver: party, seed: seed)
                party.bots.append(bot)
                party.tell("\(name) is here: \(personality.title)")
                next(party)
            }
        }
    }

    func seatLatecomers() {
        for index in 0..<options.players where personality(index).presence == .late {
            seatPlayer(index)
        }
    }

    /// One more guest with the TV's view who never reads.
    private func seatSloth() {
        guard options.hasSloth, let session = opened else { return isComplete = true }
        reception.seatTV(session) { [weak self] result in
            self?.proceed(result) { party, seat in
                party.sloth = party.seat(seat, attention: .none)
                party.isComplete = true
            }
        }
    }

    /// Clients are spread over the gateways.
    private func seat(_ seat: Seat, attention: Client.Attention = .document) -> Client {
        let client = Client(
            id: clients.count,
            seat: seat,
            attention: attention,
            network: network,
            place: clients.count % network.gatewayCount
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
            let home = client.id % network.gatewayCount
            if client.place != home { client.move(to: home) }
        }
    }

    // MARK: Questions of a scenario

    /// Empty until it is opened.
    package var session: String { opened?.id ?? "" }
    package var failure: String? {
        switch stage {
        case .failed(let why): why
        case .opening, .playing, .windingDown, .over: nil
        }
    }
    package var isSeated: Bool {
        isComplete && clients.allSatisfy { $0.isSeated || $0 === sloth }
    }
    package func seatedCount(at place: Int) -> Int {
        clients.count { $0.isSeated && $0.place == place }
    }
    package var moment: String { hostMoment }
    package var record: Record { referee.record }
    /// The same, as the screen shows it.
    package var screenMoment: String { tv.map { Self.moment(of: $0.document) } ?? "" }
    package var returnsUs: (count: Int, p50: Int64, max: Int64) {
        (Int(returns.count), returns.percentile(50), returns.max)
    }
    package var gapsUs: (p50: Int64, max: Int64) { (gaps.percentile(50), gaps.max) }
    package var latenessMs: (p50: Int64, max: Int64) {
        (referee.timerLateness.percentile(50), referee.timerLateness.max)
    }
    /// The place of each client, by its number.
    package var places: [Int: Int] {
        Dictionary(uniqueKeysWithValues: clients.map { ($0.id, $0.place) })
    }
    /// The places of those who may steer the game, and of the screen; of those who are seated.
    package var seatedAt: (steering: [String: Int], screen: Int?) {
        var steering: [String: Int] = [:]
        for client in clients where client.isSeated && client !== tv {
            steering[client.label] = client.place
        }
        return (steering, tv.flatMap { $0.isSeated ? $0.place : nil })
    }
    package var breaches: [String] {
        referee.book.breaches.map { "\($0.law.rawValue) [\(options.name) \($0.who)] \($0.what)" }
    }
    package var checkCount: Int { referee.book.checkCounts.values.reduce(0, +) }

    /// Clients that are not connected, and why.
    package var absent: String {
        clients.filter { !$0.isSeated }.map { "\($0.label): \($0.end)" }.joined(separator: ", ")
    }

    /// The last word: everything that was told must follow from what was acknowledged.
    package func reckon() -> Record.Reckoning {
        let reckoning = record.reckon(followupsPerDestination: options.followups)
        var faults = reckoning.faults
        if options.isCalm { faults += record.reckonTold() }
        referee.check(.score, by: "results", faults.first)
        for fault in faults.dropFirst() { referee.check(.score, by: "results", fault) }
        return reckoning
    }

    // MARK: Inside

    func tell(_ line: String) {
        story.tell("\(options.name): \(line)")
    }

    /// Looks every second for something that waits and that nobody will move.
    private func pulse() {
        network.after(1_000) { [weak self] in
            guard let self, isOn else { return }
            referee.tick()
            hostMoves()
            pulse()
        }
    }

    var isOn: Bool {
        switch stage {
        case .over, .failed: false
        case .opening, .playing, .windingDown: true
        }
    }

    func fail(_ failure: ClientFailure) {
        guard isOn else { return }
        tell("the party is off: \(failure)")
        stage = .failed("\(failure)")
        cause = failure
        onEnd()
    }

    private func proceed<Value>(
        _ result: Result<Value, ClientFailure>,
        _ next: (Party, Value) -> Void
    ) {
        switch result {
        case .success(let value): next(self, value)
        case .failure(let failure): fail(failure)
        }
    }
}

// MARK: The host, and clients that come and go

extension Party: Refereed {
    func secret(for bot: Bot) -> RoundSecret? {
        let round = bot.client.document["round"]?["roundId"]?.string
        return secret.flatMap { $0.round == round ? $0.words : nil }
    }

    /// The stage of the game, with its round.
    static func moment(of document: JSONValue) -> String {
        "\(document["round"]?["roundId"]?.string ?? "") \(TimerLaw.moment(of: document))"
    }

    func hostLooks(_ document: JSONValue) {
        let round = document["round"]?["roundId"]?.string ?? ""
        if let words = RoundSecret(document["secret"]) { secret = (round, words) }
        let moment = Self.moment(of: document)
        guard moment != hostMoment else { return }
        hostMoment = moment
        moves += 1
        longestStandstillMs = max(longestStandstillMs, (Ticks.nowUs - hostMomentUs) / 1_000)
        hostMomentUs = Ticks.nowUs
        startMessageID = ""
        tell("version \(document["version"]?.int ?? -1): \(TimerLaw.moment(of: document))")
        if let owner = document["brake"]?["brakeOwnerPlayerId"]?.string,
            let client = clients.first(where: { $0.seat.playerID?.rawValue == owner })
        {
            tell("the brake is \(client.seat.name)'s")
            onMoment(.brakeOpened(place: client.place))
        }
        onLook(document)
        if document["state"]?.string == "ROUND_END" {
            network.after(Self.quietMs) { [weak self] in self?.hostMoves() }
        }
    }

    /// Starts the game when all are seated, and the next when one is over.
    func hostMoves() {
        guard let host, host.isSeated, isComplete else { return }
        switch (stage, host.document["state"]?.string) {
        case (.opening, "LOBBY") where isSeated: hostStarts(host)
        case (.opening, .some(let state)) where state != "LOBBY":
            stage = options.isCalm ? .windingDown : .playing
        case (.playing, "ROUND_END"): hostStarts(host)
        case (.windingDown, "ROUND_END") where record.openAnswers.isEmpty && isSeated:
            stage = .over
            tell("the party is over")
            onEnd()
        case _: break
        }
    }

    /// As often as it takes, under one name: it must have one effect.
    private func hostStarts(_ host: Client) {
        if startMessageID.isEmpty { startMessageID = host.nextMessageID() }
        host.send("HOST_START_GAME", messageID: startMessageID)
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        let heard = Heard(message, by: client)
        referee.received(message, by: client)
        switch heard.type?.kind {
        case .greeting: welcomed(client, message)
        case .document:
            if client === host { hostLooks(client.document) }
            if heard.type == .stateSnapshot { returned(client) }
            bots.first { $0.client === client }?.look()
        case .acknowledgement: acknowledged(message, client)
        case .error: refused(message, client)
        case .results:
            guard client === host, let type = heard.type else { break }
            referee.record.heard(type, message.decoded(), in: client.document)
        case .brakeAccepted, .brakeRejected, .endsBrake, .playerLeft, .sound, .other, nil: break
        }
        onHeard(heard)
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        referee.dropped(client)
        losses[client.id, default: 0] += 1
        awaySinceUs[client.id] = Ticks.nowUs
        guard isOn else { return }
        let version = client.replica.version
        tell("\(client.label) lost gateway \(client.place) at \(version): \(end)")
        referee.check(.contract, by: client.label, breach(client, end))
        let isLost = !end.mayReturn || client.hasGivenUp
        guard options.isCalm, client === host, isLost else { return }
        fail(.unreachable("the host's connection: \(end)"))
    }

    /// - Returns: the breach, where the gateway had no right to end it.
    private func breach(_ client: Client, _ end: ClientEnd) -> String? {
        switch end {
        case .local: nil
        case .closed, .failed:
            if options.isCalm {
                client === sloth || end.isDrain ? nil : "lost its connection: \(end)"
            } else {
                end.mayReturn ? nil : "sent away: \(end)"
            }
        }
    }

    private func welcomed(_ client: Client, _ message: ReceivedMessage) {
        let isResumed =
            Members.value(of: "resumed", in: message.payload)?.first == UInt8(ascii: "t")
        let version = client.replica.version
        tell(
            "\(client.label) is at gateway \(client.place), has \(version), "
                + (isResumed ? "resumed" : "will get a snapshot")
        )
        guard version >= 0 else {
            _ = client.takeReturnUs()
            return
        }
        if isResumed { returned(client) }
        repeatOpen(client)
        repeatSettled(client)
    }

    /// Its document is current again.
    private func returned(_ client: Client) {
        if let sinceUs = awaySinceUs.removeValue(forKey: client.id) {
            gaps.record(Ticks.nowUs - sinceUs)
        }
        guard let us = client.takeReturnUs() else { return }
        returns.record(us)
        tell("\(client.label) is current again after \(Line.time(us))")
        bots.first { $0.client === client }?.lookAgain()
    }
}
