package import GameState
import Rooms
import LiveStore
import Protocol
import Seeded
import Timers
import Transport

/// One simulated evening: two gateways, one store, a party; everything that happens is drawn from one
/// seed, so that the same seed is the same evening.
package final class Evening<G: SimulatedGame> {
    let seed: UInt64
    let session = SessionID(rawValue: "0123456789abcdef")
    var dice: SplitMix64
    let plan: Plan
    let scheduler = VirtualScheduler()
    let flaw: Flaw?
    package internal(set) var coverage = Coverage()
    /// The story, line by line; only when asked for.
    package private(set) var story: [String]?
    private(set) var truth: Truth<G>
    private(set) lazy var laws = Laws(self)
    private(set) lazy var gateways = (0..<plan.gatewayCount).map {
        SimulatedGateway(self, index: $0)
    }
    var clients: [SimulatedClient<G>] = []
    /// No more faults, so that everything can come to rest.
    var isQuiet = false
    var guests = 0
    private(set) var spoken: [Viewer: Int] = [:]
    private var numbers = 0
    private var decoded: (bytes: OutboundBytes, frames: [ServerFrame], isSearched: Bool)?
    /// Tells one evening from another: made of every byte committed or read.
    package private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    /// For a planted flaw: the first snapshot of each client.
    var firstSnapshots: [String: ServerFrame] = [:]
    /// Number of times that each command has reached a room.
    private var askedCount: [MessageKey: Int] = [:]
    /// The doubt's time, a second until the store is asked once more, and the store's own.
    private let answerMs = RoomTimes.doubtMs + 5_000
    /// For a planted flaw: commands that have reached a room.
    var messagesHeard: Set<String> = []
    private var connections: [WeakConnection<G>] = []
    var actionsLeft: Int
    /// Time at which everybody comes back, when all have left.
    var deserted: ServerTime?
    private lazy var punctuality = Punctuality(self)
    /// The store is not emptied before this.
    var wholeUntil = ServerTime(ms: 0)

    /// - Parameter rules: those of the session; older ones are played as well.
    package init(
        seed: UInt64,
        isTold: Bool = false,
        flaw: Flaw? = nil,
        rules: RulesVersion = .latest
    ) {
        self.seed = seed
        self.flaw = flaw
        var dice = SplitMix64(seed: seed)
        plan = Plan(&dice, of: G.self)
        self.dice = dice
        actionsLeft = plan.actions
        story = isTold ? [] : nil
        let settings: G.Settings
        do {
            settings = try G.Settings(plan.settings, randomSeed: seed)
        } catch {
            preconditionFailure("settings that are none: \(error)")
        }
        let setup = SessionSetup(
            session: session,
            joinCode: "ABC234",
            joinURL: JoinLinks.url("0"),
            joinToken: JoinToken("0", madeAt: scheduler.now),
            settings: settings,
            createdAt: scheduler.now,
            rules: rules
        )
        let state = RoomState(version: 1, at: setup.createdAt, game: G(setup))
        let entry = JournalEntry(session: session, version: 1, at: setup.createdAt, facts: []) {
            JournalBody<G>.setup(setup).bytes
        }
        truth = Truth(state, entry)
    }

    /// Plays the evening to its end.
    ///
    /// - Throws: the first law that did not hold.
    package func play() throws(Violation) {
        tell("plan: \(plan)")
        gateways[0].room { _ in }
        for gateway in gateways { gateway.pickUp() }
        invite()
        scheduleAction()
        while actionsLeft > 0 { try step() }
        try comeToRest()
        try checkEnd()
    }

    func step() throws(Violation) {
        guard scheduler.step() else {
            actionsLeft = 0
            return
        }
        for client in clients { client.react() }
        punctuality.look()
        if let violation = laws.violation { throw violation }
    }

    private func scheduleAction() {
        let gapMs = max(dice.ms(0...plan.gapMs), deserted.map { $0 - scheduler.now } ?? 0)
        scheduler.after(gapMs) { [unowned self] in
            guard actionsLeft > 0 else { return }
            actionsLeft -= 1
            act()
            scheduleAction()
        }
    }

    // MARK: Questions from its parts

    func watch(_ connection: SimulatedConnection<G>) {
        connections.append(WeakConnection(connection: connection))
    }

    /// Connections that are gone and still referenced: a room that keeps one keeps a seat for ever.
    package var connectionsLeftBehind: Int {
        connections.count { $0.connection?.isOpen == false }
    }

    /// Connections that were made in the whole evening.
    package var connectionsMade: Int { connections.count }

    func tell(_ line: @autoclosure () -> String) {
        guard story != nil else { return }
        story?.append("\(scheduler.now.ms - 1_700_000_000_000) \(line())")
    }

    func count(_ fault: Fault) {
        coverage.count(.fault, fault.rawValue)
    }

    func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    func speaks(_ viewer: Viewer) -> Int {
        spoken[viewer, default: 0] += 1
        return spoken[viewer, default: 0]
    }

    func faulty(_ percent: Int) -> Bool {
        !isQuiet && dice.chance(percent)
    }

    func latency() -> Int64 {
        plan.latencyMs == 0 ? 0 : dice.ms(0...plan.latencyMs)
    }

    func isPlayer(_ viewer: Viewer) -> Bool {
        if case .player(let id) = viewer { truth.game.lobby.player(id) != nil } else { true }
    }

    func fetch(_ wish: G.Wish, _ done: @escaping (G.Content?) -> Void) {
        let isMissing = faulty(plan.contentMissingPercent)
        if isMissing { count(.contentMissing) }
        let isLate = faulty(8)
        if isLate { count(.contentLate) }
        let content = isMissing ? nil : G.content(for: wish, in: self)
        scheduler.after(isLate ? dice.ms(1000...70_000) : dice.ms(1...200)) { done(content) }
    }

    /// The other gateways hear of it: late, or never.
    func publish(_ news: SessionEvent, from gateway: Int) {
        guard !isHidden(news) else { return }
        for other in gateways where other.index != gateway || dice.chance(10) {
            if faulty(12) {
                count(.publicationLost)
                continue
            }
            let isLate = faulty(10)
            if isLate { count(.publicationLate) }
            let life = other.life
            scheduler.after(isLate ? dice.ms(500...4000) : latency()) { [unowned self] in
                other.whenAwake { [unowned self] in
                    guard other.life == life, let hear = other.link.hear else { return }
                    tell("  gateway \(other.index) hears: \(news.text)")
                    hear(news)
                }
            }
        }
    }

    func deliver(
        _ bytes: [UInt8],
        on connection: SimulatedConnection<G>,
        _ seat: Seat,
        to room: Room<G>
    ) {
        let message: ClientMessage
        do throws(WireError) {
            message = try ClientMessage.read(bytes)
        } catch {
            coverage.count(.refusal, error.code.rawValue)
            return
        }
        switch message.type {
        case "RESUME_SESSION":
            room.resume(
                seat,
                lastVersion: message.payload["lastVersion"]?.int,
                inReplyTo: message.messageID
            )
        case "LEAVE" where seat.viewer.role != .player:
            connection.close(.normal, reason: "")
        case _:
            if flaw == .remembersRefusals, let id = message.messageID,
                let first = connection.client.refusals[id]
            {
                return connection.client.take(first)
            }
            room.receive(sabotaged(message), from: seat)
            expectAnswer(to: message, on: connection, seat, from: room)
        }
    }

    /// Checks after a while that a command has its answer, where its gateway was awake all the time
    /// and nobody asked again meanwhile.
    private func expectAnswer(
        to message: ClientMessage,
        on connection: SimulatedConnection<G>,
        _ seat: Seat,
        from room: Room<G>
    ) {
        guard let id = message.messageID else { return }
        let key = MessageKey(viewer: seat.viewer, messageID: id)
        askedCount[key, default: 0] += 1
        look(for: key, askedTimes: askedCount[key], of: connection.gateway, in: room)
    }

    private func look(
        for key: MessageKey,
        askedTimes count: Int?,
        of gateway: SimulatedGateway<G>,
        in room: Room<G>
    ) {
        let (life, sleeps, jumps) = (gateway.life, gateway.sleepCount, scheduler.jumpCount)
        scheduler.after(answerMs) { [unowned self, weak room] in
            guard let room, gateway.life == life, gateway.sleepCount == sleeps,
                askedCount[key] == count
            else { return }
            // Time that was jumped over is no time in which anything could be answered.
            guard scheduler.jumpCount == jumps else {
                return look(for: key, askedTimes: count, of: gateway, in: room)
            }
            laws.checkAnswered(key, in: room, afterMs: answerMs)
        }
    }

    func received(_ bytes: OutboundBytes, on connection: SimulatedConnection<G>) {
        let client = connection.client
        for frame in sabotaged(read(bytes, for: client), for: client) {
            coverage.frames += 1
            note(frame)
            guard !connection.isStalled || bytes.kind == .required else { continue }
            // Nobody is there any more where a client has gone on.
            guard !connection.isDeserted else { continue }
            if frame.type == "WELCOME" { laws.seats.welcomed(client.viewer, on: connection.id) }
            client.take(frame)
        }
    }

    /// The messages in some bytes, read once for all receivers.
    private func read(_ bytes: OutboundBytes, for client: SimulatedClient<G>) -> [ServerFrame] {
        let isSame = decoded.map { known in
            known.bytes.withUnsafeBytes { one in
                bytes.withUnsafeBytes { one.baseAddress == $0.baseAddress }
            }
        }
        if isSame != true {
            let frames = ServerFrame.read(bytes)
            if frames == nil {
                laws.violate(.patches, "\(client.name) gets bytes that are no message")
            }
            decoded = (bytes, frames ?? [], false)
        }
        if truth.game.hidesSecrets(from: client.viewer), decoded?.isSearched == false {
            decoded?.isSearched = true
            search(bytes, for: client)
        }
        return decoded?.frames ?? []
    }

    private func search(_ bytes: OutboundBytes, for client: SimulatedClient<G>) {
        let leak = sabotaged(bytes, for: client).withUnsafeBytes {
            truth.knowledge.leak(in: $0, to: client.viewer)
        }
        if let leak { laws.violate(.secrecy, "\(client.name) is sent \(leak)") }
    }

    private func note(_ frame: ServerFrame) {
        coverage.count(.message, frame.type)
        switch frame.type {
        case "ERROR":
            coverage.count(.refusal, frame.payload["code"]?.string ?? "?")
        case "BRAKE_REJECTED":
            let reason = frame.payload["reason"]?.string ?? "?"
            let detail = frame.payload["detail"]?.string.map { " " + $0 } ?? ""
            coverage.count(.refusal, "brake \(reason)\(detail)")
        case _: break
        }
    }

    func mix(_ bytes: [UInt8]) {
        for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}

extension ClientMessage {
    fileprivate static func read(_ bytes: [UInt8]) throws(WireError) -> ClientMessage {
        let result: Result<ClientMessage, WireError> = bytes.withUnsafeBytes { raw in
            do throws(WireError) {
                return .success(try ClientMessage(raw))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension SessionEvent {
    fileprivate var text: String {
        switch self {
        case .committed(let entry): "version \(entry.version)"
        case .seated(let seating): "\(seating.viewer) sat down on \(seating.connection)"
        case .removed: "the session was removed"
        case .snapshotWanted: "somebody needs the whole state"
        case .reaction(let reaction, let player): "\(player) reacts with \(reaction)"
        case .missed: "something was missed"
        }
    }
}

private struct WeakConnection<G: SimulatedGame> {
    weak var connection: SimulatedConnection<G>?
}

/// Links that are handed out, and expire in an evening.
enum JoinLinks {
    static let ms: Int64 = 60_000

    static func url(_ token: String) -> String { "https://party.test/join/\(token)" }
}
