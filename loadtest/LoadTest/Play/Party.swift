import GatewayClient
import GatewayClientTransport
import Protocol
package import Transport

/// A session whose clients play on whatever becomes of its gateways: each comes back by itself, to the
/// next gateway, and repeats what was not answered. Holds what they are told against the laws, and keeps
/// the record. Lives on its loop.
package final class Party: Paced {
    package enum Stage: Equatable, Sendable {
        case opening, playing
        /// The game that is on is played to its end, and there is no other.
        case windingDown
        case over
        case failed(String)
    }

    /// Something that a scenario may want to strike at.
    package enum Moment: Equatable, Sendable {
        /// The game is at its climax, in the hands of whoever sits at this place.
        case climax(place: Int)
        /// An answer has left for the gateway at this place.
        case answerSent(place: Int)
    }

    /// Between the last message of a game and the end of the party.
    private static let quietMs: Int64 = 500

    let network: Network
    package let options: PartyOptions
    let reception: Reception
    let referee: Referee
    let driver: Driver

    package private(set) var stage = Stage.opening
    /// For a scenario that waits to strike.
    package var onMoment: (Moment) -> Void = { _ in }
    /// For one who comments on it: everything that a client hears, and each new stage that the host sees.
    var onHeard: (Heard) -> Void = { _ in }
    /// For the same.
    var onLook: (JSONValue) -> Void = { _ in }
    /// For whoever began it.
    var onEnd: () -> Void = {}

    /// Reason for which it is off.
    private(set) var cause: ClientFailure?
    private(set) var host: Client?
    private var tv: Client?
    private(set) var sloth: Client?
    private(set) var clients: [Client] = []
    /// Everybody who comes at first has a client.
    private var isComplete = false
    private var startMessageID = ""
    /// Questions, with their rounds, whose results the host has seen in its document.
    private var shown: Set<String> = []
    package private(set) var moment = ""
    private var momentUs = Ticks.nowUs
    /// Number of times that the game has moved on.
    package private(set) var moves = 0
    package private(set) var longestStandstillMs: Int64 = 0
    /// Path of the last clip that the screen was told to play.
    package private(set) var clip: String?

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
        reception = network.reception(for: options.game, at: options.door)
        referee = Referee(options.game, options.laws())
        driver = Driver(referee) { story.tell("\(options.name): \($0)") }
    }

    // MARK: The evening

    /// Opens the session, seats everybody and starts the game.
    package func begin() {
        referee.onBreach = { [unowned self] breach in
            tell("✗ \(breach.law.rawValue) [\(breach.who)] \(breach.what)")
        }
        driver.onAnswer = { [unowned self] in onMoment(.answerSent(place: $0)) }
        reception.onBody = { [unowned self] in referee.read($0) }
        reception.open(settings: options.settings) { [weak self] result in
            guard let self, let session = result.value(or: fail) else { return }
            host = seat(reception.hostSeat(session))
            seatTV { party, tv in
                party.tv = tv
                party.seatPlayers(from: 0)
            }
        }
        // Looks for something that waits and that nobody will move.
        every(ms: 1_000) { party in
            party.referee.tick()
            party.hostMoves()
        }
    }

    /// Seats one after the other, so that the order of joining is known. Those of a calm party come late
    /// if it suits them.
    private func seatPlayers(from index: Int) {
        guard index < options.players else { return seatSloth() }
        let isLate = options.isCalm && options.guest(index).presence == .late
        guard !isLate else { return seatPlayers(from: index + 1) }
        seatPlayer(index) { $0.seatPlayers(from: index + 1) }
    }

    private func seatPlayer(_ index: Int, then next: @escaping (Party) -> Void = { _ in }) {
        guard let session = reception.session else { return }
        let name = Words.name(index)
        reception.seatPlayer(name, in: session, byCode: index == 0) { [weak self] result in
            guard let self, let seat = result.value(or: fail) else { return }
            let habits = options.guest(index)
            driver.seat(self.seat(seat), habits, seed: options.seed &+ UInt64(index))
            tell("\(name) is here: \(habits.title)")
            next(self)
        }
    }

    func seatLatecomers() {
        for index in 0..<options.players where options.guest(index).presence == .late {
            seatPlayer(index)
        }
    }

    /// One more guest with the TV's view who never reads.
    private func seatSloth() {
        guard options.hasSloth else { return isComplete = true }
        seatTV(attention: .none) { party, sloth in
            party.sloth = sloth
            party.isComplete = true
        }
    }

    private func seatTV(
        attention: Client.Attention = .document,
        then next: @escaping (Party, Client) -> Void
    ) {
        guard let session = reception.session else { return }
        reception.seatTV(session) { [weak self] result in
            guard let self, let seat = result.value(or: fail) else { return }
            next(self, self.seat(seat, attention: attention))
        }
    }

    private func seat(_ seat: Seat, attention: Client.Attention = .document) -> Client {
        let client = network.client(clients.count, in: seat, attention, for: self)
        clients.append(client)
        return client
    }

    /// Lets the game that is on end, and plays no other.
    package func windDown() { if stage == .playing { stage = .windingDown } }

    /// Everybody goes home; the session stays in the stores.
    package func leave() {
        clients.forEach { $0.leave(saying: false) }
        reception.rest.close()
    }

    /// Everybody goes home, and the session is ended.
    package func end() { reception.end { _ in self.leave() } }

    /// Sends half of the clients to each of two gateways again, as a proxy would that has both back.
    package func spread() {
        for client in clients where client.isSeated {
            let home = client.id % network.gatewayCount
            if client.place != home { client.move(to: home) }
        }
    }

    // MARK: Questions of a scenario

    /// Empty until it is opened.
    package var session: String { reception.session?.id ?? "" }
    package var failure: String? { if case .failed(let why) = stage { why } else { nil } }
    package var isSeated: Bool {
        isComplete && clients.allSatisfy { $0.isSeated || $0 === sloth }
    }
    package func seatedCount(at place: Int) -> Int {
        clients.count { $0.isSeated && $0.place == place }
    }
    package var record: Record { referee.record }
    package var absences: Absences { referee.absences }
    /// The same moment, as the screen shows it.
    package var screenMoment: String { tv.map { moment(of: $0.document) } ?? "" }
    package var latenessMs: (p50: Int64, max: Int64) {
        let us = referee.timerLateness
        return (us.percentile(50) / 1_000, us.max / 1_000)
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

    var isOver: Bool { stage == .over || failure != nil }

    /// Clients that are not connected, and why.
    package var absent: String {
        clients.filter { !$0.isSeated }.map { "\($0.label): \($0.end)" }.joined(separator: ", ")
    }

    // MARK: Inside

    private func tell(_ line: String) { driver.tell(line) }

    func fail(_ failure: ClientFailure) {
        guard !isOver else { return }
        tell("the party is off: \(failure)")
        stage = .failed("\(failure)")
        cause = failure
        onEnd()
    }

    // MARK: The host

    /// The stage of the game, with its round.
    private func moment(of document: JSONValue) -> String {
        "\(document.roundID) \(options.game.moment(of: document))"
    }

    private func hostLooks(_ document: JSONValue) {
        driver.learn(document)
        let moment = moment(of: document)
        guard moment != self.moment else { return }
        self.moment = moment
        moves += 1
        longestStandstillMs = max(longestStandstillMs, (Ticks.nowUs - momentUs) / 1_000)
        momentUs = Ticks.nowUs
        startMessageID = ""
        tell("version \(document["version"]?.int ?? -1): \(moment)")
        let holders = options.game.climax(document) ?? []
        if let client = clients.first(where: { holders.contains($0.seat.playerID?.rawValue ?? "") })
        {
            tell("it is up to \(client.seat.name)")
            onMoment(.climax(place: client.place))
        }
        onLook(document)
        if document.state == options.game.overState {
            network.after(Self.quietMs) { [weak self] in self?.hostMoves() }
        }
    }

    /// Starts the game when all are seated, and the next when one is over.
    private func hostMoves() {
        guard let host, host.isSeated, isComplete else { return }
        let state = host.document.state
        let hasEnded = state == options.game.overState
        switch stage {
        case .opening where state == "LOBBY":
            if isSeated { hostStarts(host) }
        case .opening where state != nil: stage = options.isCalm ? .windingDown : .playing
        case .playing where hasEnded: hostStarts(host)
        case .windingDown where hasEnded && record.openAnswers.isEmpty && isSeated:
            stage = .over
            tell("the party is over")
            onEnd()
        case .opening, .playing, .windingDown, .over, .failed: break
        }
    }

    /// As often as it takes, under one name: it must have one effect.
    private func hostStarts(_ host: Client) {
        if startMessageID.isEmpty { startMessageID = host.nextMessageID() }
        host.send("HOST_START_GAME", messageID: startMessageID)
    }
}

// MARK: Clients that come and go

extension Party: Refereed {
    func received(_ message: ReceivedMessage, by client: Client) {
        let heard = Heard(message, by: client)
        referee.received(message, by: client)
        switch heard.type {
        case .welcome: welcomed(client, message)
        case .stateSnapshot, .statePatch:
            if client === host {
                hostLooks(client.document)
                noteShown(message)
            }
            if heard.type == .stateSnapshot { returned(client) }
            driver.bot(client)?.look()
        case .answerAck: driver.bot(client)?.acknowledged(message)
        case .audioPlay where client === tv: clip = message.decoded()["url"]?.string
        case .error:
            let code = Members.string("code", in: message.payload) ?? "?"
            tell("\(client.label) is told \(code) in reply to \(message.inReplyTo ?? "nothing")")
            driver.bot(client)?.refused(message)
        case .scoreboardUpdate where client === host:
            note(.standings(message.decoded()["standings"]), message)
        case .finalResultsPresent where client === host: note(.final(message.decoded()), message)
        case nil where client === host:
            guard let results = options.game.results(toldBy: message) else { break }
            note(.results(results, round: client.document.roundID), message)
        case .timePong, .playerJoined, .playerLeft, .lobbyUpdated, .scoreboardUpdate,
            .finalResultsPresent, .timerSync, .audioPlay, .audioStop, .sfxPlay, .uiEffectTrigger,
            nil:
            break
        }
        onHeard(heard)
    }

    /// Results that no message announces: each is told once the host sees it first.
    private func noteShown(_ message: ReceivedMessage) {
        guard !options.game.announcesResults, let document = host?.document else { return }
        for results in options.game.results(in: document)
        where shown.insert("\(document.roundID) \(results.question)").inserted {
            note(.results(results, round: document.roundID), message)
        }
    }

    /// The host was told something of points.
    private func note(_ what: Record.Told.What, _ message: ReceivedMessage) {
        guard let host else { return }
        let version = message.documentVersion ?? message.version ?? host.replica.version
        referee.record.heard(what, at: version, in: host.document)
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        referee.dropped(client)
        guard !isOver else { return }
        let version = client.replica.version
        tell("\(client.label) lost gateway \(client.place) at \(version): \(end)")
        referee.check(.contract, by: client.label, breach(client, end))
        let isLost = !end.mayReturn || client.hasGivenUp
        guard options.isCalm, client === host, isLost else { return }
        fail(.unreachable("the host's connection: \(end)"))
    }

    /// - Returns: the breach, where the gateway had no right to end it.
    private func breach(_ client: Client, _ end: ClientEnd) -> String? {
        guard end != .local else { return nil }
        guard options.isCalm else { return end.mayReturn ? nil : "sent away: \(end)" }
        return client === sloth || end.isDrain ? nil : "lost its connection: \(end)"
    }

    private func welcomed(_ client: Client, _ message: ReceivedMessage) {
        let isResumed = message.decoded()["resumed"]?.bool == true
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
        driver.bot(client)?.repeatAnswers()
    }

    /// Its document is current again.
    private func returned(_ client: Client) {
        guard let us = client.takeReturnUs() else { return }
        referee.absences.returned(afterUs: us)
        tell("\(client.label) is current again after \(Line.time(us))")
        driver.bot(client)?.lookAgain()
    }
}
