import GameState
@testable import LiveStore
import Protocol
import StoreContracts

// Short forms for one side.
extension RedisSide {
    func commit(_ commit: Commit) async throws -> CommitOutcome {
        try await ask { $0.commit(commit, $1) }.get()
    }

    /// Commits version after version; each must succeed.
    func commit(_ session: SessionID, _ versions: ClosedRange<Int64>) async throws {
        for version in versions {
            let outcome = try await commit(.test(session, from: version - 1, "\(version)"))
            guard outcome.isCommitted else { throw Refused() }
        }
    }

    func load(_ session: SessionID, since version: Int64? = nil) async throws -> LoadResult {
        try await ask { $0.load(session, since: version, $1) }.get()
    }

    @discardableResult
    func restore(_ restoration: RestoreRequest) async throws -> LoadResult {
        try await ask { $0.restore(restoration, $1) }.get()
    }

    func handOutOverdue(graceMs: Int64 = 0) async throws -> [SessionID] {
        try await ask { $0.handOutOverdue(graceMs: graceMs, $1) }.get()
    }

    func now() async -> ServerTime {
        await run { $0.link.loop.now }
    }

    struct Refused: Error {}
}

extension GameTimer {
    /// One that runs out at a time.
    static func test(_ id: String = "t", at time: ServerTime) -> GameTimer {
        GameTimer(id: TimerID(rawValue: id), startAt: time + -1_000, durationMs: 1_000)
    }
}
