import GatewayClient
import GatewayClientTransport
import Protocol
import Transport

/// The clients of many rooms on one loop, and the calls that open the rooms. They skim: were each to
/// build its document, the machine's other core would have no time to keep the server busy.
///
/// Confined to its loop, but for what others wait for.
final class GuestCrowd: ClientDelegate, @unchecked Sendable {
    /// Connections under way at one time.
    private static let doors = 64

    private let loop = EventLoop(label: "guests")
    private let network: Network
    private let reception: Reception
    /// By their numbers.
    private var guests: [Client] = []
    private var hasDocument: [Bool] = []
    private var waiting: ArraySlice<Client> = []
    private var missing = 0
    private var whenSeated: () -> Void = {}
    private var hasLeft = false

    /// Messages of the guests since it was set to nothing.
    struct Heard {
        var snapshots = 0
        /// Of the documents and patches that seated somebody.
        var bytes = 0
        /// Messages that were neither.
        var others = 0
        /// Commands that were sent.
        var commands = 0
    }

    private var heard = Heard()

    init(port: UInt16) {
        guard let address = SocketAddress("127.0.0.1:\(port)") else {
            preconditionFailure("no address: \(port)")
        }
        let gateway = LoopTransport.Gateway(
            address: address,
            authority: "\(address)",
            serverName: "127.0.0.1"
        )
        network = Network(
            LoopTransport(loop, [gateway], tls: nil),
            clientVersion: "bench/1",
            devicePrefix: "bench",
            maxAttempts: 0
        )
        reception = Reception(network.transport.caller(at: 0), game: "tripto")
    }

    // MARK: Rooms

    func open(_ count: Int, settings: JSONValue) throws -> [Session] {
        try (0..<count).map { _ in
            try outcome(on: loop) { [self] done in reception.open(settings: settings, then: done) }
                .get()
        }
    }

    /// Gets so many places in each room; nobody connects yet.
    func seats(of role: Role, perRoom: Int = 1, in sessions: [Session]) throws -> [Seat] {
        try sessions.flatMap { session in
            try (1...perRoom).map { try seat(role, number: $0, in: session).get() }
        }
    }

    private func seat(
        _ role: Role,
        number: Int,
        in session: Session
    ) -> Result<Seat, ClientFailure> {
        outcome(on: loop) { [self] done in
            switch role {
            case .host: done(.success(reception.hostSeat(session)))
            case .tv: reception.seatTV(session, then: done)
            case .player:
                reception.seatPlayer("Player \(number)", in: session, then: done)
            }
        }
    }

    /// Text of `/metrics`.
    func metrics() throws -> String {
        let answer: Result<RESTAnswer, ClientFailure> = outcome(on: loop) { [self] done in
            reception.rest.call(RESTRequest(.get, "/metrics"), then: done)
        }
        return String(decoding: try answer.get().body, as: UTF8.self)
    }

    // MARK: Seats

    /// Connects guests, and waits until each has its document.
    func sit(_ seats: [Seat]) {
        outcome(on: loop) { [self] (done: @escaping (()) -> Void) in
            let newcomers = seats.enumerated().map { index, seat in
                let id = guests.count + index
                let guest = Client(id: id, seat: seat, attention: .skim, network: network)
                guest.delegate = self
                return guest
            }
            guests += newcomers
            hasDocument += newcomers.map { _ in false }
            connect(newcomers) { done(()) }
        }
    }

    private func connect(_ guests: [Client], then completion: @escaping () -> Void) {
        whenSeated = completion
        missing = guests.count
        waiting = guests[...]
        for guest in guests { hasDocument[guest.id] = false }
        for _ in 0..<Self.doors { connectNext() }
    }

    private func connectNext() {
        waiting.popFirst()?.connect()
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        let isSnapshot = message.typeName == MessageName.snapshot
        guard isSnapshot || message.typeName == MessageName.patch else { return heard.others += 1 }
        guard !hasDocument[client.id] else { return }
        hasDocument[client.id] = true
        heard.snapshots += isSnapshot ? 1 : 0
        heard.bytes += message.bytes.count
        missing -= 1
        connectNext()
        if missing == 0 { whenSeated() }
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        guard end == .local || hasLeft else { fatalError("\(client.label) was cut off: \(end)") }
    }

    func violated(_ what: String, by client: Client) {
        fatalError("\(client.label) was told \(what)")
    }

    // MARK: Play

    func hostsSay(_ type: String) {
        outcome(on: loop) { [self] (done: @escaping (()) -> Void) in
            for host in guests(.host) { host.send(type) }
            done(())
        }
    }

    /// All players go at once, the hosts do something, and the players come back; waits until each
    /// knows what it missed.
    func dropPlayers(while hostsSay: String) -> Heard {
        outcome(on: loop) { [self] done in
            heard = Heard()
            let players = guests(.player)
            for player in players { player.breakOff(returnsAfterMs: nil) }
            for host in guests(.host) { host.send(hostsSay) }
            // Later than the commits of what the hosts said.
            network.after(200) { [self] in connect(players) { [self] in done(heard) } }
        }
    }

    /// Every player pulls the brake, every host pauses and resumes, each at its own times, evenly
    /// spread.
    func play(forMs: Int64, pullEveryMs: Int64, pauseEveryMs: Int64) -> Heard {
        outcome(on: loop) { [self] done in
            heard = Heard()
            let endAt = loop.now + forMs
            repeatSaying(["BRAKE_PULL"], by: .player, everyMs: pullEveryMs, until: endAt)
            let switches = ["HOST_PAUSE", "HOST_RESUME"]
            repeatSaying(switches, by: .host, everyMs: pauseEveryMs, until: endAt)
            network.after(forMs) { [self] in done(heard) }
        }
    }

    private func repeatSaying(
        _ types: [String],
        by role: Role,
        everyMs: Int64,
        until endAt: ServerTime
    ) {
        let speakers = guests(role)
        for (index, guest) in speakers.enumerated() {
            let firstAt = loop.now + everyMs * Int64(index) / Int64(speakers.count)
            say(types, turn: 0, guest, at: firstAt, everyMs: everyMs, until: endAt)
        }
    }

    private func say(
        _ types: [String],
        turn: Int,
        _ guest: Client,
        at time: ServerTime,
        everyMs: Int64,
        until endAt: ServerTime
    ) {
        guard time < endAt else { return }
        _ = loop.schedule(at: time) { [self] in
            heard.commands += 1
            guest.send(types[turn % types.count], payload: ["atClientMs": .int(1)])
            say(types, turn: turn + 1, guest, at: time + everyMs, everyMs: everyMs, until: endAt)
        }
    }

    private func guests(_ role: Role) -> [Client] { guests.filter { $0.seat.role == role } }

    func leave() {
        loop.queue.sync { hasLeft = true }
        loop.shutdown()
    }
}
