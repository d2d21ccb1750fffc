import GameState
import LiveStore
import Protocol

/// An input on its way to its commit.
struct PendingInput<G: Game>: Equatable {
    var input: Input<G>
    var sender: ReplyTarget
    /// The time it came at; one that waits behind a slow commit is not late for that.
    var at: ServerTime

    /// The seat it came by.
    var seat: Seat? {
        if case .seat(let seat, _) = sender { seat } else { nil }
    }

    /// True for a join that was committed: a player has one name of their own, and is told so.
    func hasJoined(_ lobby: Lobby) -> Bool {
        if case .join(let player, _) = input { lobby.player(player) != nil } else { false }
    }

    /// True for a player who would take the host's place, when nobody may by now: it may have been this one.
    func mayHaveTakenOver(_ lobby: Lobby) -> Bool {
        if case .takeOver(let player) = input { lobby.offeredTo != player } else { false }
    }

    /// The command it answers, if that can be repeated.
    var key: MessageKey? {
        guard case .seat(let seat, let messageID?) = sender else { return nil }
        return MessageKey(viewer: seat.viewer, messageID: messageID)
    }
}

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

/// An action that a line of commits asks of its room, in this order.
enum CommitAction<G: Game>: Equatable {
    // States are boxed, so that an answer, the most frequent action, is small.
    indirect case commit(Proposal<G>)
    case load(since: Int64?)
    case askArchive
    indirect case restore(RoomState<G>)
    /// Tells everybody of a commit.
    indirect case adopt(AppliedEntry<G>, from: ReplyTarget, isOwn: Bool)
    /// Shows everybody a state that commits unknown here have led to.
    indirect case jump(RoomState<G>)
    /// Reports presence again: others' commits may have said otherwise.
    case affirmPresence
    case answer(ReplyTarget, Answer<G.Event>)
    /// Came by a connection that has lost its seat: nobody waits for an answer.
    case drop(ReplyTarget)
    case yield(to: Seating)
    indirect case submitLater(PendingInput<G>, afterMs: Int64)
    case syncLater(afterMs: Int64)
    /// Asks a gateway that knows the newest version's rules to store it as a whole.
    case requestSnapshot(againAfterMs: Int64)
    case finish([Completion<SyncResult>], SyncResult)
    /// The session was removed elsewhere.
    case leave
    case report(RoomReport)
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

/// The sender that waits for an answer to an input.
enum ReplyTarget: Equatable {
    case nobody
    case seat(Seat, messageID: String?)
    /// A REST call.
    case call(Completion<Result<Void, WireError>>)

    static func == (one: ReplyTarget, other: ReplyTarget) -> Bool {
        switch (one, other) {
        case (.nobody, .nobody): true
        case (.seat(let seat, let id), .seat(let otherSeat, let otherID)):
            seat === otherSeat && id == otherID
        case (.call(let call), .call(let otherCall)): call == otherCall
        case (.nobody, _), (.seat, _), (.call, _): false
        }
    }
}

/// Outcome of coming to terms with the stored state.
enum SyncResult {
    case upToDate
    /// The store could not be asked.
    case storeAway
    /// Newer rules than this build's lead on from the state known here.
    case behind
    /// The stored state makes no sense.
    case unreadable
}

/// A completion that is told apart from others by being itself.
final class Completion<Value>: Equatable {
    let call: (Value) -> Void

    init(_ call: @escaping (Value) -> Void) {
        self.call = call
    }

    static func == (one: Completion, other: Completion) -> Bool { one === other }
}
