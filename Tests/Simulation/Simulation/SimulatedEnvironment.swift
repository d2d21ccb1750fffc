import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import Timers

/// What the room of a simulated gateway stands on, in one of the gateway's lives.
final class SimulatedEnvironment: RoomEnvironment {
    private unowned let evening: Evening
    private unowned let gateway: SimulatedGateway
    private let life: Int
    let live: any LiveStore

    init(_ evening: Evening, _ gateway: SimulatedGateway) {
        self.evening = evening
        self.gateway = gateway
        life = gateway.life
        scheduler = evening.gatewayScheduler
        live = gateway.link
    }

    let scheduler: any Scheduler
    var monotonicNs: Int64 { evening.scheduler.now.ms * 1_000_000 }

    func makeRandomNumber() -> UInt64 { evening.dice.next() }

    var joinLinkMs: Int64 { Evening.joinLinkMs }
    func makeJoinToken() -> String { "\(evening.nextNumber())" }
    func joinURL(of session: SessionID, token: String) -> String { Evening.joinURL(token) }

    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String {
        "/\(round)/\(clip)"
    }

    func fetchArchived(
        _ session: SessionID,
        _ done: @escaping ([ArchivedSession.Entry]?) -> Void
    ) {
        let journal = evening.truth.journal
        evening.scheduler.after(evening.latency()) { [self] in
            // The dead get no answers.
            if gateway.life == life { done(journal) }
        }
    }

    func didEnd(_ session: SessionID) {
        if gateway.life == life { gateway.forgetRoom() }
    }
}
