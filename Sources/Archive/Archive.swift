public import GameState
public import Protocol

/// The port for what must outlast everything: inputs, rounds, answers, audit, refresh tokens.
///
/// May be called from anywhere; calls take effect in order, and completions run on the archive's own
/// queue. A call that is refused because too many wait, or because the archive is closed, completes
/// before it returns, wherever it was made.
public protocol Archive: Sendable {
    typealias Completion<Value> = @Sendable (Result<Value, ArchiveError>) -> Void

    /// Writes entries with all their facts, whole entries or nothing, in order per session.
    /// Completes when they are durable. An entry that is there already is skipped.
    func append(_ entries: [JournalEntry], _ done: @escaping Completion<Void>)

    /// All inputs of a session in order of their versions.
    func journal(of session: SessionID, _ done: @escaping Completion<ArchivedSession?>)

    /// What every player of a session has been awarded, the most first; also of those who left.
    func scores(of session: SessionID, _ done: @escaping Completion<[ArchivedScore]>)

    /// Erases names, answers' texts, device ids and inputs of a session; its rows and scores stay.
    func erase(_ session: SessionID, _ done: @escaping Completion<Void>)

    func store(_ token: RefreshToken, _ done: @escaping Completion<Void>)

    /// Spends a refresh token. A token spent before revokes its whole family.
    func spend(
        tokenHash: [UInt8],
        at now: ServerTime,
        _ done: @escaping Completion<TokenSpending>
    )

    /// Whether the store answers.
    func check(_ done: @escaping Completion<Void>)

    /// Finishes what was appended, then closes.
    func close(_ done: @escaping @Sendable () -> Void)
}
