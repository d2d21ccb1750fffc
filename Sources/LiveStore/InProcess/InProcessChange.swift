import GameState
import Protocol

/// A change of a session's state, which takes its turn behind earlier ones.
enum InProcessChange: Sendable {
    typealias Settle<Value> = @Sendable (Result<Value, LiveStoreError>) -> Void

    case commit(Commit, by: FollowerID, InProcessLiveStore.Outbox, Settle<CommitOutcome>)
    case restore(RestoreRequest, by: FollowerID, Settle<LoadResult>)
    case remove(joinCode: String, by: FollowerID, Settle<Void>)
    /// The seating with the order that is known.
    case bid(Seating, by: FollowerID, Settle<SeatBid>)

    func fail(_ error: LiveStoreError) {
        switch self {
        case .commit(_, _, _, let settle): settle(.failure(error))
        case .restore(_, _, let settle): settle(.failure(error))
        case .remove(_, _, let settle): settle(.failure(error))
        case .bid(_, _, let settle): settle(.failure(error))
        }
    }
}

/// The changes of one session: one commit is with the outbox, the others wait in order.
struct SessionQueue: Sendable {
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

/// Tells one facade of the store from another.
typealias FollowerID = ObjectIdentifier

/// News of a session, for everybody but the one who made them.
struct InProcessNews: Sendable {
    /// Made only when somebody else follows: bodies are encoded for it.
    let news: @Sendable () -> SessionEvent
    let maker: FollowerID

    init(_ news: SessionEvent, by maker: FollowerID) {
        self.news = { news }
        self.maker = maker
    }

    init(of commit: Commit, by maker: FollowerID) {
        news = {
            .committed(
                CommittedEntry(
                    previousVersion: commit.expectedVersion,
                    version: commit.version,
                    at: commit.entry.at,
                    body: commit.entry.body()
                )
            )
        }
        self.maker = maker
    }
}

/// Claims held in one session, and their ends.
struct InProcessClaims: Sendable {
    private struct Held: Sendable {
        var holder: PlayerID
        var until: ServerTime
    }

    private var held: [ClaimID: Held] = [:]

    init() {}

    /// Holds the claims of a state that is put back, and nothing else.
    init(of restoration: RestoreRequest, at now: ServerTime) {
        take(restoration.claims, at: now)
    }

    /// The first claim that a step would take and that somebody holds who does not give it up in that step.
    func inTheWay(
        of change: ClaimChange,
        at now: ServerTime
    ) -> (id: ClaimID, holder: PlayerID)? {
        for claim in change.taken {
            guard let holder = holder(of: claim.id, at: now) else { continue }
            let isGivenUp = change.released.contains { $0.id == claim.id && $0.holder == holder }
            if !isGivenUp { return (claim.id, holder) }
        }
        return nil
    }

    /// Carries out a step's claims, of which none is in the way.
    mutating func apply(_ change: ClaimChange, at now: ServerTime) {
        for claim in change.released where held[claim.id]?.holder == claim.holder {
            held[claim.id] = nil
        }
        take(change.taken, at: now)
    }

    private mutating func take(_ claims: [Claim], at now: ServerTime) {
        for claim in claims {
            held[claim.id] = Held(holder: claim.holder, until: now + claim.forMs)
        }
    }

    private func holder(of id: ClaimID, at now: ServerTime) -> PlayerID? {
        guard let held = held[id], held.until > now else { return nil }
        return held.holder
    }
}
