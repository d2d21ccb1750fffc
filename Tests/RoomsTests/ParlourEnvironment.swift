import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import Timers

/// Environment of a parlour's room: everything is the same each time.
final class ParlourEnvironment: RoomEnvironment {
    let scheduler: any Scheduler
    let live: any LiveStore
    var whenEnded: () -> Void = {}
    /// Number of BRAKE_ACCEPTEDs to the brake's owner.
    private(set) var grantCount = 0

    init(_ scheduler: any Scheduler, _ live: any LiveStore) {
        self.scheduler = scheduler
        self.live = live
    }

    var monotonicNs: Int64 { 0 }

    func makeRandomNumber() -> UInt64 { 1 }

    var joinLinkMs: Int64 { 43_200_000 }
    func makeJoinToken() -> String { "0123456789abc" }

    func joinURL(of session: SessionID, token: String) -> String {
        "https://play.example/join"
    }

    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String {
        "/\(round)/\(clip)"
    }

    func makeJoinCode() -> String { "ABC234" }

    func fetchArchivedVersion(of session: SessionID, _ done: @escaping (Int64?) -> Void) {
        scheduler.afterTurn { done(nil) }
    }

    func fetchJournal(
        of session: SessionID,
        _ done: @escaping (Result<ArchivedSession?, ArchiveError>) -> Void
    ) {
        scheduler.afterTurn { done(.success(nil)) }
    }

    func runElsewhere<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        _ done: @escaping (Result<Value, any Error>) -> Void
    ) {
        scheduler.afterTurn { done(Result { try work() }) }
    }

    func didGrant(_ claim: ClaimID, tookNs: Int64) { grantCount += 1 }

    func didEnd(_ session: SessionID) { whenEnded() }
}
