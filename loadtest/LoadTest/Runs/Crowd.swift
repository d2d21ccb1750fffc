import GatewayClient
import Protocol

/// A session with a host and many players, seated and kept for the length of a run.
final class Crowd {
    /// Players whose documents are built from patches; the others only skim.
    static let maxSamples = 8
    /// Looks, 50 ms from each other, until everybody must be seated, or the game have begun.
    static let maxLooks = 1_200
    /// Joins under way at one time, each on a connection of its own.
    static let doors = 4

    let network: Network
    /// The first is for the session itself.
    private let receptions: [Reception]
    private let count: Int
    private let settings: JSONObject
    private(set) var host: Client?
    private(set) var players: [Client] = []
    private weak var delegate: (any ClientDelegate)?
    private var nextSeat = 0
    private var nextSample = 0
    private var isSeating = false
    private(set) var isOver = false
    var progress = Progress()

    init(_ network: Network, players count: Int, settings: JSONObject) {
        self.network = network
        self.count = count
        self.settings = settings
        receptions = (0..<Self.doors).map { _ in network.reception(for: Tripto.self) }
    }

    /// The owner of the crowd may ask for more over it.
    var reception: Reception { receptions[0] }

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
        reception.open(settings: .object(settings)) { [weak self] result in
            guard let self, let session = result.value(or: finish) else { return }
            let seat = reception.hostSeat(session)
            host = network.client(0, in: seat, .document, for: delegate)
            for door in receptions { self.seat(in: session, by: door, finish) }
            wait(for: "seating \(count) players", until: \.areAllSeated, then: finish)
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
            guard let self, let seat = result.value(or: finish) else { return }
            let attention: Client.Attention = players.count < Self.maxSamples ? .document : .skim
            let id = players.count + 1
            players.append(network.client(id, in: seat, attention, for: delegate))
            self.seat(in: session, by: door, finish)
        }
    }

    private var areAllSeated: Bool {
        let seated = players.count(where: \.isSeated)
        progress.show("seating: \(seated) of \(count)")
        return seated == count && host?.isSeated == true
    }

    private func wait(
        for what: String,
        looks: Int = 0,
        until isSo: @escaping (Crowd) -> Bool,
        then completion: @escaping (ClientFailure?) -> Void
    ) {
        guard !isOver else { return }
        guard !isSo(self) else { return completion(nil) }
        guard looks < Self.maxLooks else { return completion(.tookTooLong(what)) }
        network.after(50) { [weak self] in
            self?.wait(for: what, looks: looks + 1, until: isSo, then: completion)
        }
    }

    /// Has the host start the game, and waits until it has begun.
    func startGame(then completion: @escaping (ClientFailure?) -> Void) {
        host?.send("HOST_START_GAME")
        let hasBegun = { (crowd: Crowd) in Tripto.hasBegun(crowd.host?.document ?? .null) }
        wait(for: "the start", until: hasBegun, then: completion)
    }

    /// Asks one after the other of those who build a document for the whole of it.
    func askForSnapshot() {
        let samples = players.prefix(Self.maxSamples) + [host].compactMap(\.self)
        nextSample += 1
        samples[nextSample % samples.count].askForSnapshot()
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
protocol CrowdRun: Run, Refereed, Paced {
    var crowd: Crowd { get }
    var ending: Ending { get }
    /// Nothing more is begun; answers may be under way.
    var isOver: Bool { get set }

    /// Everybody is seated.
    func begin()
    func report() -> Report
}

extension CrowdRun {
    var network: Network { crowd.network }

    func start() {
        crowd.reception.onBody = { [unowned self] in referee.read($0) }
        crowd.gather(for: self) { [weak self] failure in
            if let failure { self?.finish(failure) } else { self?.begin() }
        }
    }

    /// Measures for so long from here on; what is under way then has `lastMs` to come.
    func measure(seconds: Int, lastMs: Int64) {
        network.traffic.reset()
        network.after(Int64(seconds) * 1_000) { [weak self] in
            self?.isOver = true
            self?.network.after(lastMs) { self?.finish(nil) }
        }
    }

    func finish(_ failure: ClientFailure?) {
        isOver = true
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
