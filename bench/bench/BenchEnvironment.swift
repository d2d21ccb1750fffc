import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import Timers
import Transport

/// What rooms stand on that are measured without a gateway around them.
final class BenchEnvironment: RoomEnvironment {
    let scheduler: any Scheduler
    let live: any LiveStore

    init(_ scheduler: any Scheduler, _ live: any LiveStore) {
        self.scheduler = scheduler
        self.live = live
    }

    var monotonicNs: Int64 { EventLoop.monotonicNs }

    func makeRandomNumber() -> UInt64 { .random(in: .min ... .max) }

    var joinLinkMs: Int64 { 43_200_000 }
    func makeJoinToken() -> String { "0123456789abc" }

    func joinURL(of session: SessionID, token: String) -> String {
        "https://play.example/join"
    }

    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String {
        "/\(round)/\(clip)"
    }

    func fetchArchived(
        _ session: SessionID,
        _ done: @escaping ([ArchivedSession.Entry]?) -> Void
    ) {
        preconditionFailure("nothing is lost here")
    }

    func didEnd(_ session: SessionID) {}
}
