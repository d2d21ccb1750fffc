import GameState
import Protocol

/// A change of a session's state, which takes its turn behind earlier ones.
enum InProcessChange: Sendable {
    typealias Settle<Value> = @Sendable (Result<Value, LiveStoreError>) -> Void

    case commit(Commit, by: FollowerID, InProcessLiveStore.Outbox, Settle<CommitOutcome>)
    case restore(Restoration, by: FollowerID, Settle<Stored>)
    case remove(joinCode: String, by: FollowerID, Settle<Void>)
    /// The seating with the order that is known.
    case claim(Seating, by: FollowerID, Settle<SeatClaim>)

    func fail(_ error: LiveStoreError) {
        switch self {
        case .commit(_, _, _, let settle): settle(.failure(error))
        case .restore(_, _, let settle): settle(.failure(error))
        case .remove(_, _, let settle): settle(.failure(error))
        case .claim(_, _, let settle): settle(.failure(error))
        }
    }
}

/// The changes of one session: one commit is with the outbox, the others wait in order.
struct InProcessLane: Sendable {
    struct UnderWay: Sendable {
        var commit: Commit
        var committer: FollowerID
        var outbox: InProcessLiveStore.Outbox
        var settle: InProcessChange.Settle<CommitOutcome>
    }

    var underWay: UnderWay
    private(set) var waiting: ArraySlice<InProcessChange> = []

    init(_ underWay: UnderWay) {
        self.underWay = underWay
    }

    mutating func append(_ change: InProcessChange) {
        waiting.append(change)
    }

    mutating func popFirst() -> InProcessChange? {
        waiting.popFirst()
    }
}
