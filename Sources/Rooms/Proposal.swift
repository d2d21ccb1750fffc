import GameState
import LiveStore
import Protocol

/// An input that the rules took, and the state it leads to once that is committed.
struct Proposal<G: Game>: Equatable {
    var pending: PendingInput<G>
    /// The version that it leads on from.
    var base: Int64
    var next: RoomState<G>
    var effects: [Effect<G.Event>]
    /// Claims that it takes and gives up.
    var claims: ClaimChange

    init(
        _ pending: PendingInput<G>,
        changing state: RoomState<G>,
        to game: G,
        _ effects: [Effect<G.Event>],
        at now: ServerTime
    ) {
        self.pending = pending
        self.effects = effects
        base = state.version
        claims = ClaimChange(from: state.game.claims, to: game.claims)
        next = state
        next.version += 1
        next.at = now
        next.game = game
        next.receipts.record(pending.key, effects, taken: claims.taken)
    }

    /// It is committed, and has led to this state.
    func advance(to state: RoomState<G>) -> AppliedEntry<G> {
        AppliedEntry(
            state: state,
            input: pending.input,
            key: pending.key,
            effects: effects,
            claims: claims,
            comparison: .none
        )
    }
}

extension Commit {
    /// The stored session moves on by one version.
    init<G: Game>(_ proposal: Proposal<G>) {
        let next = proposal.next
        let facts = proposal.effects.compactMap { effect -> Fact? in
            if case .record(let fact) = effect { fact } else { nil }
        }
        let isMilestone = facts.contains(where: \.isMilestone)
        let (input, key, game) = (proposal.pending.input, proposal.pending.key, next.game)
        self.init(
            session: next.session,
            expectedVersion: proposal.base,
            version: next.version,
            state: LazyState(next),
            entry: JournalEntry(
                session: next.session,
                version: next.version,
                at: next.at,
                facts: facts
            ) {
                let digest = isMilestone ? Replay.digest(of: game) : nil
                return JournalBody<G>.input(
                    input,
                    messageID: key,
                    digest: digest,
                    rulesVersion: game.rules
                ).bytes
            },
            seating: proposal.pending.seat.flatMap { $0.viewer == .tv ? nil : $0.seating },
            claims: proposal.claims,
            timers: game.timers
        )
    }
}

extension Fact {
    /// True for facts at which a replay compares states: once a round, and where the session's
    /// status changes. A digest costs as much as the whole state is long.
    fileprivate var isMilestone: Bool {
        switch self {
        case .sessionStatus: true
        case .roundState(_, let state): state.isLast
        case .sessionCreated, .playerJoined, .playerRenamed, .playerSeen, .playerLeft,
            .gameStarted, .gameEnded, .roundBegan, .clipMade, .answered, .judged, .audit, .game:
            false
        }
    }
}
