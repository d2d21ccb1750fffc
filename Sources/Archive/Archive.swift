public import GameState
public import Protocol

/// The port for what must outlast everything: inputs, rounds, answers, audit, refresh tokens.
///
/// May be called from anywhere; calls take effect in order, and completions run on the archive's own
/// queue. A call that is refused because too many wait, or because the archive is closed, completes
/// before it returns, wherever it was made. Every call may be made again when nobody knows what became
/// of it.
public protocol Archive: Sendable {
    typealias Completion<Value> = @Sendable (Result<Value, ArchiveError>) -> Void

    /// Writes entries with all their facts, whole entries or nothing, in order per session.
    /// Completes when they are durable. An entry that is there already is skipped, and so is what
    /// comes to a session after its erasure.
    func append(_ entries: [JournalEntry], _ done: @escaping Completion<Void>)

    /// All inputs of a session in order of their versions.
    func journal(of session: SessionID, _ done: @escaping Completion<ArchivedSession?>)

    /// The version of a session's latest input; 0 when none is known.
    func latestVersion(of session: SessionID, _ done: @escaping Completion<Int64>)

    /// What every player of a session has been awarded in each of its games, the most first; also
    /// those who left.
    func scores(of session: SessionID, _ done: @escaping Completion<[ArchivedScore]>)

    /// Sessions, the newest first.
    func sessions(limit: Int, _ done: @escaping Completion<[SessionSummary]>)

    /// All that the tables tell of a session.
    func record(of session: SessionID, _ done: @escaping Completion<SessionRecord?>)

    /// Erases names, answers' texts, settings and inputs of a session; its rows and scores stay.
    func erase(_ session: SessionID, at now: ServerTime, _ done: @escaping Completion<Void>)

    /// Erases sessions that ended before a moment (G-77), the oldest first, and tells which. One that
    /// nobody ended counts as ended two days after its last entry.
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
    /// viewer: both or neither. A token spent before revokes its whole family, unless it was spent
    /// for this very replacement.
    func renew(
        tokenHash: [UInt8],
        replacementHash: [UInt8],
        expiresAt: ServerTime,
        at now: ServerTime,
        _ done: @escaping Completion<TokenRenewal>
    )

    /// Whether the store answers.
    func check(_ done: @escaping Completion<Void>)

    /// Finishes what was appended, then closes.
    func close(_ done: @escaping @Sendable () -> Void)
}
