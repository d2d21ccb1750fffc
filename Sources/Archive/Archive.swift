public import GameState
public import Protocol

/// The port for what must outlast everything: inputs, rounds, answers, audit, refresh tokens.
///
/// May be called from anywhere; calls take effect in order, and completions run on the archive's own queue.
/// A call that is refused because too many wait, or because the archive is closed, completes before it
/// returns, wherever it was made. A call whose outcome is unknown may be repeated. Calls that a client
/// waits for, `store`, `renew` and `texts`, fail in time though the store hangs (`Patience`); their completions then
/// run elsewhere.
public protocol Archive: Sendable {
    typealias Completion<Value> = @Sendable (Result<Value, ArchiveError>) -> Void

    /// Writes entries with all their facts, whole entries or nothing, in order per session. Completes when
    /// they are durable. An entry that is there already is skipped, and so are entries of a session that
    /// was erased.
    func append(_ entries: [JournalEntry], _ done: @escaping Completion<Void>)

    /// All inputs of a session in order of their versions.
    func journal(of session: SessionID, _ done: @escaping Completion<ArchivedSession?>)

    /// The version of a session's latest input; 0 when none is known.
    func latestVersion(of session: SessionID, _ done: @escaping Completion<Int64>)

    /// Points of every player of a session in each of its games, highest first; players who left included.
    func scores(of session: SessionID, _ done: @escaping Completion<[ArchivedScore]>)

    /// Sessions, the newest first.
    func sessions(limit: Int, _ done: @escaping Completion<[SessionSummary]>)

    /// All that the tables tell of a session.
    func record(of session: SessionID, _ done: @escaping Completion<SessionRecord?>)

    /// Reads the first column of a game's own statement; for a game that waits, so it fails in time though
    /// the store hangs.
    func texts(_ statement: Statement, _ values: [SQLValue], _ done: @escaping Completion<[String]>)

    /// Writes to a game's own tables what is in no entry, for somebody who waits, and tells how many rows that
    /// were.
    func put(_ write: Write, _ done: @escaping Completion<Int>)

    /// Adds to a session's audit; nothing where the archive has no such session.
    func note(_ note: AuditNote, _ done: @escaping Completion<Void>)

    /// Erases names, answers' texts, settings and inputs of a session, as its host wishes; its rows and
    /// scores stay, and the audit tells of it.
    func erase(_ session: SessionID, at now: ServerTime, _ done: @escaping Completion<Void>)

    /// Erases sessions that ended before a moment (G-77), the oldest first, and returns which. One
    /// that nobody ended counts as ended two days after its last entry.
    ///
    /// - Parameter limit: how many at most; with fewer there are no more.
    func eraseEnded(
        before: ServerTime,
        limit: Int,
        at now: ServerTime,
        _ done: @escaping Completion<[SessionID]>
    )

    func store(_ token: RefreshToken, _ done: @escaping Completion<Void>)

    /// Spends a refresh token and stores the one that replaces it, of the same family for the same
    /// viewer: both or neither. A token spent before revokes its whole family, unless it was spent no
    /// more than `TokenRenewal.repeatMs` ago and what replaced it has not been spent itself.
    ///
    /// - Parameter replacement: what takes the token's place when it is spent at a moment: the same
    ///   at the same moment.
    func renew(
        tokenHash: [UInt8],
        replacement: @escaping @Sendable (ServerTime) -> TokenReplacement,
        at now: ServerTime,
        _ done: @escaping Completion<TokenRenewal>
    )

    /// Keeps and forgets states of sessions at rest, all or nothing. They outlive no restart: a store
    /// that put them here knows their versions, and clears what it finds when it begins.
    func changeResting(_ changes: [RestingChange], _ done: @escaping Completion<Void>)

    /// The state of a session at rest; nil when there is none.
    func resting(_ session: SessionID, _ done: @escaping Completion<RestingState?>)

    func clearResting(_ done: @escaping Completion<Void>)

    /// The time of the newest input of all sessions that nobody has ended; nil when there is none.
    func latestTime(_ done: @escaping Completion<ServerTime?>)

    /// Checks that a new session would be stored: writes one and removes it in the same transaction.
    func check(_ done: @escaping Completion<Void>)

    /// Flaws of the archive as a whole, as text; empty when there are none. Inputs that do not lead
    /// to a session's stored state only show in a replay.
    func flaws(_ depth: CheckDepth, _ done: @escaping Completion<[String]>)

    /// Finishes all appends, then closes.
    func close(_ done: @escaping @Sendable () -> Void)
}

public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// The connection broke; whether the call took effect is unknown.
        case lost
        /// The store can't be reached, or did not answer in time.
        case unreachable
        /// Two transactions were in each other's way, and this one gave in.
        case conflict
        /// Others hold what the call needs, or too many wait.
        case busy
        /// No space is left for the write.
        case full
        /// The store will never accept this write: it breaks one of its constraints.
        case refused
        /// The stored data is corrupt; somebody must repair it.
        case damaged
        /// The store's user, or the process, may not do it; somebody must give it the right.
        case forbidden
        /// Not ours to use, or not set up as it should be.
        case unusable
        /// The tables are a newer build's, an older one's, or somebody else's.
        case schema
        /// The archive has been closed.
        case closed
    }

    public var kind: Kind
    /// The store's message, with its code and the statement that failed; never a value, never a password.
    public var description: String

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// True when the same call may succeed later, once the store's circumstances improve.
    public var isTransient: Bool {
        switch kind {
        case .lost, .unreachable, .conflict, .busy, .full: true
        case .refused, .damaged, .forbidden, .unusable, .schema, .closed: false
        }
    }

    /// Says where, if it does not yet.
    func at(_ place: String) -> ArchiveError {
        description.hasPrefix(place) ? self : ArchiveError(kind, "\(place): \(description)")
    }

    /// False where the store itself is at fault: to try its entries singly would only fail as
    /// often. A damaged page may concern one session alone.
    var mayLieInOneEntry: Bool {
        switch kind {
        case .full, .refused, .damaged: true
        case .lost, .unreachable, .conflict, .busy, .forbidden, .unusable, .schema, .closed: false
        }
    }
}

/// Limits of an archive's queue.
public struct ArchiveLimits: Sendable {
    /// Entries that share one transaction.
    public var maxBatchEntries = 256
    /// Entries, and other calls, that wait for the archive's queue; past it calls fail at once.
    public var maxWaitingEntries = 65_536

    /// Milliseconds that a client's call waits for the archive …
    public var maxWaitMs = 2_000
    /// … and after one that waited in vain, until the archive completes a call again.
    public var doubtfulWaitMs = 250

    public init() {}
}
