public import GameState
public import Protocol

/// The port for what lives while people play: state, claims, join codes, pairings, presence.
///
/// One value serves one event loop. Every call is made on that loop, every completion runs on it, and
/// never before the call has returned.
public protocol LiveStore: AnyObject {
    typealias Completion<Value> = (Result<Value, LiveStoreError>) -> Void

    /// - Parameter version: the caller's own; the entries since then may be enough.
    func load(_ session: SessionID, since version: Int64?, _ done: @escaping Completion<LoadResult>)

    /// Compare-and-set on the session's version: takes and gives up claims, keeps the step, appends its
    /// entry to the outbox, sets the timers and publishes, all or nothing. When it completes with
    /// `.committed` the entry is safe: only now may anyone be told. Refused where its seating has been
    /// replaced, and where somebody holds what it would take.
    ///
    /// A claim that ran out can harm nothing: the commit is fenced by the version.
    func commit(_ commit: Commit, _ done: @escaping Completion<CommitOutcome>)

    /// Puts back a session that was lost here, or lost its latest commits, with its join code and the claims
    /// that are held in it, and no others; keeps what is there when that holds as many, or is
    /// removed. Followers hear `.missed`. Completes with the state stored then.
    func restore(_ restoration: RestoreRequest, _ done: @escaping Completion<LoadResult>)

    /// Forgets a session's state, claims, presence and join code; it is known to be over for as long as
    /// a state would be kept.
    ///
    /// - Parameter claims: all there are in its game.
    func remove(
        _ session: SessionID,
        joinCode: String,
        claims: [ClaimID],
        _ done: @escaping Completion<Void>
    )

    /// Reports from now on what others do with a session; where the subscription starts later,
    /// `.missed` is told then. One listener a session.
    func follow(_ session: SessionID, _ hear: @escaping (SessionEvent) -> Void)
    func unfollow(_ session: SessionID)

    /// Asks the other followers of a session to store it as a whole: they hear `.snapshotWanted`,
    /// and the caller `.missed` when it is stored. Reports nothing where nobody hears it.
    func requestSnapshot(_ session: SessionID)

    /// Keeps the whole state at a version that is committed, unless the store has one as new; other
    /// followers hear `.missed` either way.
    func keepSnapshot(_ snapshot: Snapshot, of session: SessionID)

    /// Tells the other followers of a session of a reaction, once: they hear `.reaction`, or have missed it.
    func show(_ reaction: Reaction, of player: PlayerID, in session: SessionID)

    /// Called when nobody here needs a session for a while: a store that keeps it in this process
    /// may put it away, until somebody loads it.
    func rest(_ session: SessionID)

    /// True when no step of a session that was committed by this store is still on its way to the
    /// archive.
    func isHandedOver(_ session: SessionID) -> Bool

    /// Sessions with a timer that ran out `graceMs` ago and that nobody has taken care of; each is
    /// handed to one asker at a time.
    func handOutOverdue(graceMs: Int64, _ done: @escaping Completion<[SessionID]>)

    /// Makes a join code lead to a session; false when it leads to another one already.
    func reserve(joinCode: String, for session: SessionID, _ done: @escaping Completion<Bool>)
    func session(joinCode: String, _ done: @escaping Completion<SessionID?>)

    /// Keeps a small value for a while: TV pairings, recovery codes.
    func put(_ value: String, key: String, ttlMs: Int, _ done: @escaping Completion<Void>)
    func get(key: String, _ done: @escaping Completion<String?>)
    /// Gets a small value and forgets it: of many callers at once one has it.
    func take(key: String, _ done: @escaping Completion<String?>)

    /// Seats a player or host on a connection and tells those who follow the session: from now on
    /// commits by an older seating are refused.
    ///
    /// Compare-and-set, so that a bid that was long on its way takes no seat from somebody who
    /// came meanwhile.
    /// - Parameter order: of the newest seating of this viewer that the bidder knows; 0: of none.
    func bidForSeat(
        _ viewer: Viewer,
        on connection: ConnectionID,
        after order: Int64,
        in session: SessionID,
        _ done: @escaping Completion<SeatBid>
    )

    /// Says that a connection is there, as a bid for a seat does; forgotten after `Presence.ttlMs`
    /// unless a pulse renews it.
    func addPresence(_ connection: ConnectionID, of viewer: Viewer, in session: SessionID)
    func removePresence(_ connection: ConnectionID, in session: SessionID)
    func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    )

    /// Renews a session, its join code and these seatings; those that the store has lost hold again.
    func pulse(
        _ session: SessionID,
        joinCode: String,
        renewing seatings: [Seating],
        _ done: @escaping Completion<Pulse>
    )

    /// Checks that a commit would succeed now, as far as that is up to the store: a shared one is
    /// written to, as a commit writes, and its news must arrive.
    func check(_ done: @escaping Completion<Void>)

    /// Hands its entries to the archive if that answers, then lets go of everything.
    func close(_ done: @escaping () -> Void)
}

extension LiveStore {
    /// Nothing to do: states are kept elsewhere.
    public func rest(_ session: SessionID) {}

    /// The archive itself is the outbox: it has a step before that is committed.
    public func isHandedOver(_ session: SessionID) -> Bool { true }
}

/// Reason why a live store did not do as asked.
public enum LiveStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store, or the outbox behind it, can't be reached or takes no more: nothing was done; may
    /// pass.
    case unavailable(String)
    /// No answer came: it may have been done all the same.
    case unanswered(String)
    /// The session's stored data is not ours, or not complete.
    case unreadable(String)

    public var description: String {
        switch self {
        case .unavailable(let words), .unanswered(let words), .unreadable(let words): words
        }
    }
}

/// A change that somebody else made to a session that is followed.
public enum SessionEvent: Hashable, Sendable {
    case committed(CommittedEntry)
    /// A player or host sat down on another connection.
    case seated(Seating)
    case removed
    /// A gateway of an older build can't follow the session, and asks the others for its whole state.
    case snapshotWanted
    /// A player at another gateway reacts; nothing of it is stored.
    case reaction(Reaction, of: PlayerID)
    /// News may have been lost: the stored state is to be read.
    case missed
}

/// Limits of `LiveStore.put`.
public enum SmallValue {
    /// Longest key or value, in UTF-8 bytes.
    public static let maxBytes = 4096

    static func preconditionFits(key: String, value: String) {
        precondition(
            value.utf8.count <= maxBytes && key.utf8.count <= maxBytes,
            "a small value of \(key.utf8.count) + \(value.utf8.count) bytes"
        )
    }
}
