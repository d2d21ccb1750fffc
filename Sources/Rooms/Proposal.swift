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

extension Proposal {
    /// The stored session moves on by one version.
    var commit: Commit {
        let facts = Facts(effects)
        return Commit(
            session: next.session,
            expectedVersion: base,
            version: next.version,
            state: LazyState(next),
            entry: JournalEntry(
                session: next.session,
                version: next.version,
                at: next.at,
                facts: facts.all,
                body: body(withDigest: facts.isMilestone)
            ),
            seating: pending.seat.flatMap { $0.viewer == .tv ? nil : $0.seating },
            claims: claims,
            timers: next.game.timers
        )
    }

    private func body(withDigest: Bool) -> @Sendable () -> [UInt8] {
        { [input = pending.input, key = pending.key, next] in
            let digest = withDigest ? Replay.digest(of: next.game) : nil
            return JournalBody<G>.input(
                input,
                messageID: key,
                digest: digest,
                rulesVersion: next.game.rules
            ).bytes
        }
    }
}

/// Facts that a commit's effects put on record.
private struct Facts {
    private(set) var all: [Fact] = []

    init<Event>(_ effects: [Effect<Event>]) {
        for case .record(let fact) in effects { all.append(fact) }
    }

    var isMilestone: Bool { all.contains(where: \.isMilestone) }
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
