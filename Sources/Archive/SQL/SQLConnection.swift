import Protocol

/// A database that runs the archive's statements; calls wait for it. Confined to the archive's queue.
protocol SQLConnection: AnyObject {
    associatedtype Row: SQLRow

    /// The names of the tables there are.
    static var tableNames: Statement { get }

    /// All of `body` or nothing of it. Everything else here is called in a transaction alone.
    ///
    /// - Parameter body: may run more than once; it talks to the database and does nothing else.
    func transaction<Value>(
        _ purpose: TransactionPurpose,
        _ body: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value

    func rows<Value>(
        _ statement: Statement,
        _ values: [SQLValue],
        _ read: (Row) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value]

    /// Runs writes in order and tells how many rows each added, changed or removed.
    func changes(_ writes: [Write]) throws(ArchiveError) -> [Int]

    /// Runs writes in order; an error in one may only show at the transaction's end.
    func run(_ writes: [Write]) throws(ArchiveError)

    /// Runs SQL that is used once; like `run`.
    func execute(_ sql: String) throws(ArchiveError)

    /// Flaws of the database's own files, as far as they are ours; empty when there are none.
    func fileFlaws(_ depth: CheckDepth) throws(ArchiveError) -> [String]

    /// Removes erased data from the database's own files, as far as they are ours.
    func purgeErased() throws(ArchiveError)
}

enum TransactionPurpose {
    case writing
    /// Sees one moment, while others write.
    case reading
    /// Alone among all that bring the schema forward.
    case migrating
}

/// A row that is being read; gone with the next one.
public protocol SQLRow {
    func isNull(_ column: Int) -> Bool
    func integer(_ column: Int) throws(ArchiveError) -> Int64
    func bytes(_ column: Int) -> [UInt8]
}

extension SQLRow {
    public func text(_ column: Int) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }
}

/// The part of an archive that is looked at for damage.
public enum CheckDepth: Sendable {
    /// Every page, but not whether indexes hold what their tables hold.
    case quick
    /// All of it.
    case thorough
}

extension SQLConnection {
    /// Flaws of the archive as a whole; sessions have to be replayed one by one besides. A check
    /// that fails to run is a flaw too.
    ///
    /// - Throws: errors that say nothing of damage, such as an unreachable store.
    func flaws(_ depth: CheckDepth) throws(ArchiveError) -> [String] {
        do throws(ArchiveError) {
            return try transaction(.reading) { () throws(ArchiveError) in
                let orphans = try rows(.orphans, []) { $0.text(0) }
                return try fileFlaws(depth)
                    + orphans.map { "session \($0): inputs without a session" }
            }
        } catch {
            guard error.kind == .damaged else { throw error }
            return [error.description]
        }
    }
}

extension Statement {
    fileprivate static let orphans = Statement(
        "orphans",
        """
        SELECT DISTINCT session_id FROM session_events
        WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = session_id) LIMIT 100
        """
    )
}

extension SQLConnection {
    func changeResting(_ changes: [RestingChange]) throws(ArchiveError) {
        let writes = changes.map { change in
            switch change {
            case .keep(let state):
                Write(
                    .restingKept,
                    [.id(state.session), .integer(state.version), .utf8(state.body)]
                )
            case .forget(let session): Write(.restingForgotten, [.id(session)])
            }
        }
        try transaction(.writing) { () throws(ArchiveError) in try run(writes) }
    }

    func resting(_ session: SessionID) throws(ArchiveError) -> RestingState? {
        let states = try transaction(.reading) { () throws(ArchiveError) in
            try rows(.resting, [.id(session)]) { row throws(ArchiveError) in
                RestingState(session: session, version: try row.integer(0), body: row.bytes(1))
            }
        }
        return states.first
    }

    func clearResting() throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in
            try run([Write(.restingCleared, [])])
        }
    }
}

extension Statement {
    fileprivate static let restingKept = Statement(
        "resting_kept",
        """
        INSERT INTO resting_states (session_id, version, body) VALUES ($1, $2, $3)
        ON CONFLICT (session_id) DO UPDATE SET version = excluded.version, body = excluded.body
        """
    )

    static let restingForgotten = Statement(
        "resting_forgotten",
        "DELETE FROM resting_states WHERE session_id = $1"
    )

    fileprivate static let resting = Statement(
        "resting",
        "SELECT version, body FROM resting_states WHERE session_id = $1"
    )

    fileprivate static let restingCleared = Statement(
        "resting_cleared",
        "DELETE FROM resting_states"
    )
}
