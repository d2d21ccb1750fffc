import GatewayClient
import GatewayClientTransport
import Protocol

/// A session with a host and many players, seated and kept for the length of a run.
final class Crowd {
    /// Players whose documents are built from patches; the others only skim.
    static let maxSamples = 8
    /// The longest that seating may take.
    static let seatingMs: Int64 = 60_000
    /// Joins under way at one time, each on a connection of its own.
    static let doors = 4

    let network: Network
    let reception: Reception
    private let others: [Reception]
    private(set) var host: Client?
    private(set) var players: [Client] = []
    private weak var delegate: (any ClientDelegate)?
    private var nextSeat = 0
    private var isSeating = false
    private var progress = Progress()
    private var startUs: Int64 = 0
    /// The cost of seating everybody.
    private(set) var seating = Seating()

    struct Seating {
        var us: Int64 = 0
        var messagesIn = 0
        var bytesIn = 0
    }

    init(_ network: Network, delegate: any ClientDelegate) {
        self.network = network
        self.delegate = delegate
        let reception = { network.reception() }
        self.reception = reception()
        others = (1..<Self.doors).map { _ in reception() }
    }

    /// Opens a session and seats everybody.
    ///
    /// - Parameter completion: called once, when all have had their WELCOME, or with what went wrong.
    func gather(
        _ count: Int,
        settings: JSONValue,
        then completion: @escaping (ClientFailure?) -> Void
    ) {
        isSeating = true
        startUs = Ticks.nowUs
        let finish = { [weak self] (failure: ClientFailure?) in
            guard let self, self.isSeating else { return }
            self.isSeating = false
            self.progress.clear()
            completion(failure)
        }
        network.after(Self.seatingMs) { finish(.tookTooLong("seating \(count) players")) }
        reception.open(settings: settings) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let failure): finish(failure)
            case .success(let session):
                let host = self.client(self.reception.hostSeat(session), .document)
                self.host = host
                host.connect()
                for door in [self.reception] + self.others {
                    self.seat(in: session, by: door, count, finish)
                }
                self.awaitAll(count, finish)
            }
        }
    }

    private func seat(
        in session: Session,
        by door: Reception,
        _ count: Int,
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
                let isSample = self.players.count < Self.maxSamples
                let client = self.client(seat, isSample ? .document : .skim)
                self.players.append(client)
                client.connect()
                self.seat(in: session, by: door, count, finish)
            }
        }
    }

    private func awaitAll(_ count: Int, _ finish: @escaping (ClientFailure?) -> Void) {
        guard isSeating else { return }
        let seated = players.count(where: \.isSeated)
        progress.show("seating: \(seated) of \(count)")
        if seated == count, host?.isSeated == true {
            seating = Seating(
                us: Ticks.nowUs - startUs,
                messagesIn: network.traffic.messagesIn,
                bytesIn: network.traffic.bytesIn
            )
            network.traffic.reset()
            return finish(nil)
        }
        network.after(50) { [weak self] in self?.awaitAll(count, finish) }
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

    /// Sends everybody home and ends the session.
    func disperse(then completion: @escaping () -> Void) {
        isSeating = false
        players.forEach { $0.leave(saying: false) }
        host?.leave(saying: false)
        reception.end { _ in completion() }
    }
}
