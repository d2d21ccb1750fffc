import GameState
import Protocol

/// Something that changes a session's state, and so takes its turn behind what was asked before.
enum InProcessStep: Sendable {
    typealias Settle<Value> = @Sendable (Result<Value, LiveStoreError>) -> Void

    case commit(Commit, InProcessLiveStore.Outbox, Settle<CommitOutcome>)
    case restore(StoredState, joinCode: String, Settle<Void>)
    case remove(joinCode: String, Settle<Void>)

    func fail(_ error: LiveStoreError) {
        switch self {
        case .commit(_, _, let settle): settle(.failure(error))
        case .restore(_, _, let settle), .remove(_, let settle): settle(.failure(error))
        }
    }
}

/// The steps of one session: one commit is with the outbox, the others wait in order.
struct InProcessLane: Sendable {
    struct UnderWay: Sendable {
        var commit: Commit
        var outbox: InProcessLiveStore.Outbox
        var settle: InProcessStep.Settle<CommitOutcome>
    }

    var underWay: UnderWay
    private(set) var waiting: [InProcessStep] = []

    init(_ underWay: UnderWay) {
        self.underWay = underWay
    }

    mutating func append(_ step: InProcessStep) {
        waiting.append(step)
    }

    /// Takes the next step; a lane is short, so that moving up the others is cheap.
    mutating func popFirst() -> InProcessStep? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
