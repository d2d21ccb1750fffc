import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import Timers

/// Environment of a simulated gateway's room, in one of the gateway's lives.
final class SimulatedEnvironment<G: SimulatedGame>: RoomEnvironment {
    private unowned let evening: Evening<G>
    private unowned let gateway: SimulatedGateway<G>
    private let life: Int
    let scheduler: any Scheduler
    let live: any LiveStore

    init(_ evening: Evening<G>, _ gateway: SimulatedGateway<G>) {
        self.evening = evening
        self.gateway = gateway
        life = gateway.life
        scheduler = evening.gatewayScheduler
        live = gateway.link
    }

    var monotonicNs: Int64 { evening.scheduler.now.ms * 1_000_000 }

    func makeRandomNumber() -> UInt64 { evening.dice.next() }

    var joinLinkMs: Int64 { JoinLinks.ms }
    func makeJoinCode() -> String { "ABC234" }
    func makeJoinToken() -> String { "\(evening.nextNumber())" }
    func joinURL(of session: SessionID, token: String) -> String { JoinLinks.url(token) }

    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String {
        "/\(round)/\(clip)"
    }

    // MARK: The archive

    /// Dead gateways get no answers, and sleeping ones get them later.
    private func answer(afterMs ms: Int64, _ body: @escaping () -> Void) {
        evening.scheduler.after(ms) { [self] in
            gateway.whenAwake { [self] in
                if gateway.life == life { body() }
            }
        }
    }

    /// The archive may be away, late, or behind the store.
    func fetchArchivedVersion(of session: SessionID, _ done: @escaping (Int64?) -> Void) {
        var version = evening.truth.journal.last?.version
        var ms = evening.latency()
        // It alone tells of a store that was set back.
        if evening.truth.storedVersion == evening.truth.latest.version {
            if evening.faulty(4) {
                evening.count(.archiveAway)
                version = nil
            } else if evening.faulty(6) {
                evening.count(.archiveSlow)
                ms = evening.dice.ms(400...3_000)
            } else if evening.faulty(10), let newest = version {
                evening.count(.archiveBehind)
                version = max(1, newest - evening.dice.ms(1...6))
            }
        }
        answer(afterMs: ms) { done(version) }
    }

    func fetchJournal(
        of session: SessionID,
        _ done: @escaping (Result<ArchivedSession?, ArchiveError>) -> Void
    ) {
        guard !evening.faulty(10) else {
            evening.count(.archiveAway)
            return answer(afterMs: evening.dice.ms(1...2_000)) {
                done(.failure(ArchiveError(.unreachable, "away")))
            }
        }
        let isSlow = evening.faulty(10)
        if isSlow { evening.count(.archiveSlow) }
        let archived = ArchivedSession(
            game: G.name,
            status: evening.truth.game.lobby.status,
            entries: evening.truth.journal
        )
        answer(afterMs: isSlow ? evening.dice.ms(500...4_000) : evening.latency()) {
            done(.success(archived))
        }
    }

    func runElsewhere<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        _ done: @escaping (Result<Value, any Error>) -> Void
    ) {
        answer(afterMs: evening.latency()) { done(Result { try work() }) }
    }

    // MARK: Rooms

    func didEnd(_ session: SessionID) {
        if gateway.life == life { gateway.registry.forget(session) }
    }

    func mayRest(_ session: SessionID) {
        if gateway.life == life { gateway.rest() }
    }

    func report(_ report: RoomReport, of session: SessionID) {
        switch report {
        case .notRebuilt(let error):
            evening.laws.violate(.replay, "the session can't be rebuilt: \(error)")
        case .unreadable(let reason):
            evening.laws.violate(.agreement, "what is stored can't be read: \(reason)")
        case .rebuilt(let version):
            evening.tell("gateway \(gateway.index) rebuilds the session as \(version)")
        case .isBehind(let stored, let known):
            evening.tell("gateway \(gateway.index) finds \(stored), not \(known)")
        case .putBack, .notAsked, .attempted, .differs: break
        }
    }
}
