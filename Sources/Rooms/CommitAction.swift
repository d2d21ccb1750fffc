import GameState
import LiveStore
import Protocol

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
