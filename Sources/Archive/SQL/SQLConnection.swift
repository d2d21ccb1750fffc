import GameState
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

    /// - Throws: kind `.forbidden`, in words, when this user may make no tables here.
    func requireRightToCreate() throws(ArchiveError)

    /// - Throws: kind `.forbidden`, in words, when this user may not read and write all of these tables that are there.
    func requireRights(to tables: Set<String>) throws(ArchiveError)

    /// Flaws of the database's own files, as far as they are ours; empty when there are none.
    func fileFlaws(_ depth: CheckDepth) throws(ArchiveError) -> [String]

    /// Removes erased data from the database's own files, as far as they are ours.
    func purgeErased() throws(ArchiveError)

    /// Does what the database's own files need now and then, as far as they are ours; nobody waits for it.
    func tidy()
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
    func tables() throws(ArchiveError) -> [String] {
        try rows(Self.tableNames, []) { row in row.text(0) }
    }

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

extension SQLConnection {
    /// Writes the appended entries: all in one transaction; if that fails for a reason that may lie in one
    /// entry, each entry in its own, so that a bad one can't fail its neighbours.
    func write(_ appends: [WriteQueue.Append], _ games: [GameSchema]) {
        do throws(ArchiveError) {
            try write(appends.flatMap(\.entries), games)
            for append in appends { append.done(.success(())) }
        } catch {
            guard error.mayLieInOneEntry else {
                for append in appends { append.done(.failure(error)) }
                return
            }
            var singly = SingleWriting()
            for append in appends {
                append.done(
                    singly.run(append.entries) { entry throws(ArchiveError) in
                        try write([entry], games)
                    }
                )
            }
        }
    }

    /// First all events, which say by what they change which entries are new; then the facts of those
    /// alone: facts that come again could undo newer ones.
    private func write(
        _ entries: [JournalEntry],
        _ games: [GameSchema]
    ) throws(ArchiveError) {
        var writes: [EntryWrites] = []
        for entry in entries { writes.append(try EntryWrites(entry, games)) }
        let entries = writes
        try transaction(.writing) { () throws(ArchiveError) in
            let changed = try changes(entries.map(\.event))
            let new = zip(entries, changed).filter { $1 > 0 }.map(\.0)
            try run(new.flatMap(\.facts) + new.flatMap(\.ending))
        }
    }
}

extension SQLConnection {
    func note(_ note: AuditNote) throws(ArchiveError) {
        try transaction(.writing) { () throws(ArchiveError) in try run([.note(note)]) }
    }

    /// Begins a session of a random name as a real one begins, with a player and a token, and takes it out
    /// again in the same transaction: nobody ever sees it, and the pages that a new session needs are
    /// written.
    func check() throws(ArchiveError) {
        let session = SessionID(
            rawValue: "check-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        )
        let entry = try EntryWrites(
            JournalEntry(
                session: session,
                version: 1,
                at: ServerTime(ms: 0),
                facts: [
                    .sessionCreated(joinCode: "", game: "", settingsJSON: "{}"),
                    .playerJoined(PlayerID(rawValue: session.rawValue), name: ""),
                    .audit(actor: .host, type: "", payloadJSON: "{}"),
                ]
            ) { Array("{}".utf8) },
            []
        )
        let token = RefreshToken(
            hash: Array(session.rawValue.utf8),
            family: session.rawValue,
            session: session,
            viewer: .host,
            expiresAt: ServerTime(ms: 0)
        )
        let writes = [entry.event] + entry.facts + [RefreshTokenTable.storing(token)]
        let id = SQLValue.id(session)
        try transaction(.writing) { () throws(ArchiveError) in
            try run(writes + Statement.unwriting.map { Write($0, [id]) })
        }
    }
}

extension Statement {
    fileprivate static let unwriting = [
        Statement("check_tokens", "DELETE FROM refresh_tokens WHERE session_id = $1"),
        Statement("check_audit", "DELETE FROM audit_events WHERE session_id = $1"),
        Statement("check_players", "DELETE FROM players WHERE session_id = $1"),
        Statement("check_events", "DELETE FROM session_events WHERE session_id = $1"),
        Statement("check_sessions", "DELETE FROM sessions WHERE id = $1"),
    ]
}

/// Writes entries one by one.
private struct SingleWriting {
    /// Sessions with a failed entry: a later one would leave a gap.
    private var failed: [SessionID: ArchiveError] = [:]

    /// - Returns: the first error.
    mutating func run(
        _ entries: [JournalEntry],
        _ write: (JournalEntry) throws(ArchiveError) -> Void
    ) -> Result<Void, ArchiveError> {
        var first: ArchiveError?
        for entry in entries {
            do throws(ArchiveError) {
                if let error = failed[entry.session] { throw error }
                try write(entry)
            } catch {
                failed[entry.session] = error
                first = first ?? error
            }
        }
        return first.map { .failure($0) } ?? .success(())
    }
}
