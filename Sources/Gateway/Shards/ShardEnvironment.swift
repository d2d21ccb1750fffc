import Archive
import Dispatch
import GameState
import LiveStore
import Logging
import Protocol
import Rooms
import Timers
import Transport

/// The ground under the rooms of a shard.
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
    var quietMs: Int64 { shard.services.configuration.quietMs }

    func makeJoinToken() -> String { RandomNames.joinToken() }

    func joinURL(of session: SessionID, token: String) -> String {
        shard.services.configuration.links.joinURL(of: session, token: token)
    }

    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String {
        shard.services.clipLinks.link(session, round, clip, at: scheduler.now)
    }

    func makeJoinCode() -> String { RandomNames.code() }

    // MARK: What is not on the loop

    func fetchArchivedVersion(of session: SessionID, _ done: @escaping (Int64?) -> Void) {
        let done = shard.loop.returning(done)
        shard.services.archive.latestVersion(of: session) { done(try? $0.get()) }
    }

    func fetchJournal(
        of session: SessionID,
        _ done: @escaping (Result<ArchivedSession?, ArchiveError>) -> Void
    ) {
        shard.services.archive.journal(of: session, shard.loop.returning(done))
    }

    func runElsewhere<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        _ done: @escaping (Result<Value, any Error>) -> Void
    ) {
        let done = shard.loop.returning(done)
        DispatchQueue.global().async { done(Result { try work() }) }
    }

    func didEnd(_ session: SessionID) {
        shard.registry.forget(session)
        shard.forgetRecovery(of: session)
    }

    func mayRest(_ session: SessionID) { shard.registry.rest(session) }

    // MARK: What is told

    func didCommit(tookNs: Int64) { shard.services.metrics.committed(tookNs: tookNs) }

    func didGrant(_ claim: ClaimID, tookNs: Int64) {
        shard.services.metrics.granted(claim, tookNs: tookNs)
    }

    func didRefuse(_ code: ErrorCode) { shard.services.metrics.refused(code) }
    func didRefuse(_ loss: ClaimLoss) { shard.services.metrics.refused(loss) }
    func didRecord(_ fact: Fact) { shard.services.metrics.recorded(fact) }

    func didCount(open: Int, resting: Int) {
        shard.services.metrics.roomsChanged(open: open, resting: resting)
    }

    func report(_ report: RoomReport, of session: SessionID) {
        let log = shard.services.log
        var metadata: Logger.Metadata { ["session": "\(session)"] }
        switch report {
        case .putBack(let version):
            log.notice(
                "the store had lost a session; version \(version) is put back",
                metadata: metadata
            )
        case .isBehind(let stored, let known):
            log.notice(
                "the store is behind what was known here or in the archive",
                metadata: [
                    "session": "\(session)", "stored": "\(stored)", "known": "\(known)",
                ]
            )
        case .rebuilt(let version):
            log.info(
                "session rebuilt from the archive",
                metadata: ["session": "\(session)", "version": "\(version)"]
            )
        case .notRebuilt(let reason):
            log.error(
                "a session can't be rebuilt",
                metadata: ["session": "\(session)", "reason": "\(reason)"]
            )
        case .notAsked(let error):
            log.warning(
                "the archive can't be asked before the store gets its state back",
                error: error,
                metadata: metadata
            )
        case .unreadable(let reason):
            log.error(
                "a stored session can't be read",
                metadata: ["session": "\(session)", "reason": "\(reason)"]
            )
        case .attempted(let attempt, let player):
            log.debug(
                "an attempt to take the \(attempt.claim)",
                metadata: [
                    "session": "\(session)", "player": "\(player)",
                    "behindMs": attempt.atClientMs.map { "\(scheduler.now.ms &- $0)" }
                        ?? "unknown",
                ]
            )
        case .differs(let version):
            shard.services.metrics.stateDiffered()
            log.warning(
                "version \(version) gives another state than the build that committed it made",
                metadata: metadata
            )
        }
    }
}
