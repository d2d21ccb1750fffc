import CSQLite
import Glibc

/// One database handle with its prepared statements. Confined to the archive's queue.
///
/// Opened without SQLite's own mutex, which allows just that (https://sqlite.org/threadsafe.html).
final class SQLiteConnection {
    private let handle: OpaquePointer
    private var prepared: [Statement: SQLiteStatement] = [:]

    /// - Throws: when the file can't be opened, is no database, or its schema is not ours to use.
    init(path: String, _ settings: SQLiteSettings) throws(ArchiveError) {
        let isNew = access(path, F_OK) != 0
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened, code == SQLITE_OK else {
            let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            sqlite3_close_v2(opened)
            throw ArchiveError(code: code, "\(path): \(reason)")
        }
        handle = opened
        // Names and answers are nobody else's to read; the log beside it gets the same mode.
        if isNew { chmod(path, 0o600) }
        do throws(ArchiveError) {
            try configure(settings)
            try migrate()
        } catch {
            throw ArchiveError(code: error.code, "\(path): \(error.description)")
        }
    }

    deinit {
        prepared.removeAll()
        sqlite3_close_v2(handle)
    }

    /// - Returns: how many rows were added, changed or removed.
    @discardableResult
    func run(_ statement: Statement, _ values: [SQLValue]) throws(ArchiveError) -> Int {
        let prepared = try prepare(statement)
        defer { prepared.reset() }
        try prepared.bind(values)
        while try prepared.step() {}
        return Int(sqlite3_changes(handle))
    }

    func rows<Value>(
        _ statement: Statement,
        _ values: [SQLValue] = [],
        _ read: (SQLiteRow) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value] {
        let prepared = try prepare(statement)
        defer { prepared.reset() }
        try prepared.bind(values)
        var rows: [Value] = []
        while try prepared.step() { rows.append(try read(prepared.row)) }
        return rows
    }

    /// All of `body` or nothing of it.
    func transaction<Value>(
        _ body: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        try run(.begin, [])
        do throws(ArchiveError) {
            let value = try body()
            try run(.commit, [])
            return value
        } catch {
            // Some errors, such as a full disk, have rolled back already.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? run(.rollback, []) }
            throw error
        }
    }

    /// Runs SQL that is used once.
    func execute(_ sql: String) throws(ArchiveError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, in: sql) }
    }

    /// Moves the log into the database and empties it.
    func checkpoint() throws(ArchiveError) {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else { throw error(code, in: "checkpoint") }
    }

    private func prepare(_ statement: Statement) throws(ArchiveError) -> SQLiteStatement {
        if let known = prepared[statement] { return known }
        let new = try SQLiteStatement(statement, handle)
        prepared[statement] = new
        return new
    }

    private func error(_ code: Int32, in sql: String) -> ArchiveError {
        ArchiveError(code: code, "\(String(cString: sqlite3_errmsg(handle))) (\(sql))")
    }
}

extension Statement {
    /// Takes the write lock at once: a transaction that must wait waits here, not half way.
    fileprivate static let begin = Statement("begin", "BEGIN IMMEDIATE")
    fileprivate static let commit = Statement("commit", "COMMIT")
    fileprivate static let rollback = Statement("rollback", "ROLLBACK")
}
