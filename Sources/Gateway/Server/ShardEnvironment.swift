import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import Timers
import Transport

/// What the rooms of a shard stand on.
///
/// Confined to the shard's loop, and held by the shard.
final class ShardEnvironment: RoomEnvironment {
    private unowned let shard: Shard
    let scheduler: any Scheduler
    let live: any LiveStore

    init(_ shard: Shard) {
        self.shard = shard
        scheduler = shard.loop
        live = shard.live
    }

    var monotonicNs: Int64 { EventLoop.monotonicNs }

    func makeRandomNumber() -> UInt64 { UInt64.random(in: .min ... .max) }

    var joinLinkMs: Int64 { shard.services.configuration.linkMs }

    func makeJoinToken() -> String { RandomNames.joinToken() }

    func joinURL(of session: SessionID, token: String) -> String {
        shard.services.configuration.joinURL(of: session, token: token)
    }

    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String {
        shard.services.clipLinks.link(session, round, clip, at: scheduler.now)
    }

    func fetchArchived(
        _ session: SessionID,
        _ done: @escaping ([ArchivedSession.Entry]?) -> Void
    ) {
        shard.fetchArchived(session, done)
    }

    func didEnd(_ session: SessionID) {
        shard.forget(session)
        shard.forgetRecovery(of: session)
    }

    // MARK: What is told

    func didCommit(tookNs: Int64) { shard.services.metrics.committed(tookNs: tookNs) }
    func didGrantBrake(tookNs: Int64) { shard.services.metrics.brakeGranted(tookNs: tookNs) }
    func didRefuse(_ refusal: Refusal) { shard.services.metrics.refused(refusal) }
    func didRecord(_ fact: Fact) { shard.services.metrics.recorded(fact) }

    func report(_ report: RoomReport, of session: SessionID) {
        shard.report(report, of: session)
    }
}
