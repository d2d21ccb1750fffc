import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import Timers
import Transport
import TriptoGame

/// The environment of rooms that are measured without a gateway around them.
class BenchEnvironment: RoomEnvironment {
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

    private var codes = 0

    func makeJoinCode() -> String {
        codes += 1
        return String(codes, radix: 36)
    }

    func fetchArchivedVersion(of session: SessionID, _ done: @escaping (Int64?) -> Void) {
        preconditionFailure("nothing is lost here")
    }

    func fetchJournal(
        of session: SessionID,
        _ done: @escaping (Result<ArchivedSession?, ArchiveError>) -> Void
    ) {
        preconditionFailure("nothing is lost here")
    }

    func runElsewhere<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        _ done: @escaping (Result<Value, any Error>) -> Void
    ) {
        preconditionFailure("nothing is lost here")
    }

    func didEnd(_ session: SessionID) {}
    func mayRest(_ session: SessionID) {}
    func didCount(open: Int, resting: Int) {}
}

/// With a registry whose rooms go to rest.
final class SleepEnvironment: BenchEnvironment {
    private(set) var registry: RoomRegistry!
    private(set) var restingCount = 0

    func open(_ content: @escaping ContentSource<Tripto>) {
        registry = RoomRegistry(self, games: [RoomFactory(Tripto.self, content: content)])
    }

    override func didEnd(_ session: SessionID) { registry.forget(session) }
    override func mayRest(_ session: SessionID) { registry.rest(session) }
    override func didCount(open: Int, resting: Int) { restingCount += resting }
}
