import GatewayClient
import Protocol

/// A session with a host and many players, seated and kept for the length of a run.
final class Crowd {
    /// Players whose documents are built from patches; the others only skim.
    static let maxSamples = 8
    /// The longest that seating may take.
    static let seatingMs: Int64 = 60_000
    /// Looks at the host's document, 50 ms from each other, until the game must have begun.
    static let maxLooks = 400
    /// Joins under way at one time, each on a connection of its own.
    static let doors = 4

    let network: Network
    /// For the session itself; whoever owns the crowd may ask for more over it.
    let reception: Reception
    private let others: [Reception]
    private let count: Int
    private let settings: JSONObject
    private(set) var host: Client?
    private(set) var players: [Client] = []
    private weak var delegate: (any ClientDelegate)?
    private var nextSeat = 0
    private var isSeating = false
    private(set) var isOver = false
    private var progress = Progress()

    init(_ network: Network, players count: Int, settings: JSONObject) {
        self.network = network
        self.count = count
        self.settings = settings
        reception = network.reception(for: Tripto.self)
        others = (1..<Self.doors).map { _ in network.reception(for: Tripto.self) }
    }

    /// Opens a session and seats everybody.
    ///
    /// - Parameter completion: called once, when all have had their WELCOME, or with what went wrong.
    func gather(
        for delegate: any ClientDelegate,
        then completion: @escaping (ClientFailure?) -> Void
    ) {
        self.delegate = delegate
        isSeating = true
        let finish = { [weak self] (failure: ClientFailure?) in
            guard let self, isSeating else { return }
            isSeating = false
            completion(failure)
        }
        network.after(Self.seatingMs) { [count] in
            finish(.tookTooLong("seating \(count) players"))
        }
        reception.open(settings: .object(settings)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let failure): finish(failure)
            case .success(let session):
                let host = client(reception.hostSeat(session), .document)
                self.host = host
                host.connect()
                for door in [reception] + others { seat(in: session, by: door, finish) }
                awaitAll(finish)
            }
        }
    }

    private func seat(
        in session: Session,
        by door: Reception,
        _ finish: @escaping (ClientFailure?) -> Void
    ) {
        guard isSeating, nextSeat < count else { return }
        let index = nextSeat
        nextSeat += 1
        door.seatPlayer("Player \(index + 1)", in: session) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let failure): finish(failure)
            case .success(let seat):
                let client = client(seat, players.count < Self.maxSamples ? .document : .skim)
                players.append(client)
                client.connect()
                self.seat(in: session, by: door, finish)
            }
        }
    }

    private func awaitAll(_ finish: @escaping (ClientFailure?) -> Void) {
        guard isSeating else { return }
        let seated = players.count(where: \.isSeated)
        show("seating: \(seated) of \(count)")
        if seated == count, host?.isSeated == true {
            network.traffic.reset()
            return finish(nil)
        }
        network.after(50) { [weak self] in self?.awaitAll(finish) }
    }

    private func client(_ seat: Seat, _ attention: Client.Attention) -> Client {
        let id = seat.role == .host ? 0 : players.count + 1
        let client = Client(
            id: id,
            seat: seat,
            attention: attention,
            network: network,
            place: id % network.gatewayCount
        )
        client.delegate = delegate
        return client
    }

    func show(_ line: @autoclosure () -> String) { progress.show(line()) }

    /// Has the host start the game, and waits until it has begun.
    func startGame(looks: Int = 0, then completion: @escaping (ClientFailure?) -> Void) {
        guard !isOver else { return }
        if looks == 0 { host?.send("HOST_START_GAME") }
        guard !Tripto.hasBegun(host?.document ?? .null) else { return completion(nil) }
        guard looks < Self.maxLooks else { return completion(.tookTooLong("the start")) }
        network.after(50) { [weak self] in self?.startGame(looks: looks + 1, then: completion) }
    }

    /// Asks one after the other of those who build a document for the whole of it.
    func askForSnapshot(_ number: Int) {
        let samples = players.prefix(Self.maxSamples) + [host].compactMap(\.self)
        samples[number % samples.count].askForSnapshot()
    }

    /// Sends everybody home and ends the session, once.
    func disperse(then completion: @escaping () -> Void) {
        guard !isOver else { return }
        isOver = true
        isSeating = false
        players.forEach { $0.leave(saying: false) }
        host?.leave(saying: false)
        reception.end { _ in completion() }
    }
}

/// A run whose crowd a referee watches: gathered first, sent home in the end.
protocol CrowdRun: Run, Refereed {
    var crowd: Crowd { get }
    var ending: Ending { get }

    /// Everybody is seated.
    func begin()
    func report() -> Report
}

extension CrowdRun {
    func start() {
        crowd.reception.onBody = { [unowned self] in referee.read($0) }
        crowd.gather(for: self) { [weak self] failure in
            if let failure { self?.finish(failure) } else { self?.begin() }
        }
    }

    func finish(_ failure: ClientFailure?) {
        guard !crowd.isOver else { return }
        if failure == nil { referee.finish() }
        crowd.disperse { [self] in
            if let failure { return ending(.failure(failure)) }
            var report = report()
            report.laws(referee)
            ending(.success(report))
        }
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        referee.dropped(client)
        guard end != .local else { return }
        let breach: String? = end.isDrain ? nil : "lost its connection: \(end)"
        referee.check(.contract, by: client.label, breach)
        if client === crowd.host, !end.mayReturn || client.hasGivenUp {
            finish(.unreachable("the host: \(end)"))
        }
    }
}
