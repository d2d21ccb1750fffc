import CSQLite
import Glibc

/// One database handle with its prepared statements. Confined to the archive's queue.
///
/// Opened without SQLite's own mutex, which allows just that (https://sqlite.org/threadsafe.html).
final class SQLiteConnection: SQLConnection {
    private let handle: OpaquePointer
    private var prepared: [Statement: SQLiteStatement] = [:]
    private let log = WriteAheadLog()

    static let tableNames = Statement(
        "table_names",
        "SELECT name FROM sqlite_master WHERE type = 'table'"
    )

    /// - Throws: when the file can't be opened or is no database.
    init(path: String, _ settings: SQLiteSettings, makesFile: Bool) throws(ArchiveError) {
        let isNew = makesFile && access(path, F_OK) != 0
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(
            path,
            &opened,
            makesFile ? flags | SQLITE_OPEN_CREATE : flags,
            nil
        )
        guard let opened, code == SQLITE_OK else {
            defer { sqlite3_close_v2(opened) }
            throw ArchiveError(sqlite: code, opened, in: "open")
        }
        handle = opened
        // Names and answers are nobody else's to read; the log beside it gets the same mode.
        if isNew { chmod(path, 0o600) }
        // SQLite opens a file to read where it may do no more, and says so at the first write.
        guard !makesFile || sqlite3_db_readonly(handle, "main") == 0 else {
            throw ArchiveError(
                .forbidden,
                "the file can't be written: give it to this user, on a disk that takes writes"
            )
        }
        try configure(settings)
        log.follow(handle)
    }

    deinit {
        prepared.removeAll()
        sqlite3_close_v2(handle)
    }

    func transaction<Value>(
        _ purpose: TransactionPurpose,
        _ body: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        switch purpose {
        case .writing, .migrating: try step(.begin, [])
        case .reading: try step(.beginReading, [])
        }
        do throws(ArchiveError) {
            let value = try body()
            try step(.commit, [])
            return value
        } catch {
            // Some errors, such as a full disk, have rolled back already.
            if sqlite3_get_autocommit(handle) == 0 { try? step(.rollback, []) }
            throw error
        }
    }

    func rows<Value>(
        _ statement: Statement,
        _ values: [SQLValue],
        _ read: (SQLiteRow) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value] {
        let prepared = try prepare(statement)
        defer { prepared.reset() }
        try prepared.bind(values)
        var rows: [Value] = []
        while try prepared.step() { rows.append(try read(prepared.row)) }
        return rows
    }

    func changes(_ writes: [Write]) throws(ArchiveError) -> [Int] {
        var counts: [Int] = []
        counts.reserveCapacity(writes.count)
        for write in writes {
            try step(write.statement, write.values)
            counts.append(Int(sqlite3_changes(handle)))
        }
        return counts
    }

    func run(_ writes: [Write]) throws(ArchiveError) {
        for write in writes { try step(write.statement, write.values) }
    }

    func execute(_ sql: String) throws(ArchiveError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw ArchiveError(sqlite: code, handle, in: sql) }
    }

    /// A file has no rights but those with which it was opened.
    func requireRightToCreate() {}

    func requireRights(to tables: Set<String>) {}

    func fileFlaws(_ depth: CheckDepth) throws(ArchiveError) -> [String] {
        let pragma =
            switch depth {
            case .quick: Statement("quick_check", "PRAGMA quick_check(20)")
            case .thorough: Statement("integrity_check", "PRAGMA integrity_check(100)")
            }
        let pages = try rows(pragma, []) { $0.text(0) }.filter { $0 != "ok" }
        let references = try rows(
            Statement("foreign_key_check", "PRAGMA foreign_key_check"),
            []
        ) { "a row of \($0.text(0)) refers to one of \($0.text(2)) that is not there" }
        return pages + references
    }

    /// Moves the log, which still holds overwritten data, into the database and empties it.
    func purgeErased() throws(ArchiveError) {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else { throw ArchiveError(sqlite: code, handle, in: "checkpoint") }
    }

    func tidy() {
        log.moveIntoDatabase(handle)
    }

    private func step(_ statement: Statement, _ values: [SQLValue]) throws(ArchiveError) {
        let prepared = try prepare(statement)
        defer { prepared.reset() }
        try prepared.bind(values)
        while try prepared.step() {}
    }

    private func prepare(_ statement: Statement) throws(ArchiveError) -> SQLiteStatement {
        if let known = prepared[statement] { return known }
        let new = try SQLiteStatement(statement, handle)
        prepared[statement] = new
        return new
    }
}

extension Statement {
    /// Takes the write lock at once: a transaction that must wait waits here, not half way.
    fileprivate static let begin = Statement("begin", "BEGIN IMMEDIATE")
    fileprivate static let beginReading = Statement("begin_reading", "BEGIN")
    fileprivate static let commit = Statement("commit", "COMMIT")
    fileprivate static let rollback = Statement("rollback", "ROLLBACK")
}

extension SQLiteConnection {
    /// Source: https://sqlite.org/pragma.html.
    func configure(_ settings: SQLiteSettings) throws(ArchiveError) {
        try execute("PRAGMA busy_timeout = \(settings.busyTimeoutMs)")
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = \(settings.fullSync ? "FULL" : "NORMAL")")
        try execute("PRAGMA foreign_keys = ON")
        // Overwrites erased content instead of only unlinking it.
        try execute("PRAGMA secure_delete = ON")
        try execute("PRAGMA trusted_schema = OFF")
        try execute("PRAGMA journal_size_limit = \(Self.maxIdleLogBytes)")
        try limitFile(toBytes: settings.maxFileBytes)
    }

    /// The log shrinks back to this after a burst.
    private static var maxIdleLogBytes: Int { 16 * 1024 * 1024 }
    private static var maxPages: Int { 4_294_967_294 }

    /// - Parameter bytes: nil lifts the limit.
    func limitFile(toBytes bytes: Int?) throws(ArchiveError) {
        let statement = Statement("page_size", "PRAGMA page_size")
        let pageBytes = try rows(statement, []) { $0.integer(0) }
        let pages = bytes.map { $0 / Int(pageBytes.first ?? 4096) } ?? Self.maxPages
        try execute("PRAGMA max_page_count = \(max(1, pages))")
    }
}

/// The log beside the database, which is moved into it bit by bit.
///
/// SQLite would do so within the commit that makes it long, and wait for the disk: whoever waits for that
/// commit would wait, too.
private final class WriteAheadLog {
    /// Pages from which on it is moved.
    private static let maxPages: Int32 = 1_000
    private var pages: Int32 = 0

    /// Learns after each commit how long it is; no commit moves it any more. It must outlive the handle.
    func follow(_ handle: OpaquePointer) {
        let log = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            handle,
            { log, _, _, pages in
                if let log {
                    Unmanaged<WriteAheadLog>.fromOpaque(log).takeUnretainedValue().pages = pages
                }
                return SQLITE_OK
            },
            log
        )
    }

    /// Moves it if it is long. What a reader still needs, or a full disk has no room for, stays for the next time.
    func moveIntoDatabase(_ handle: OpaquePointer) {
        guard pages >= Self.maxPages else { return }
        pages = 0
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
}

/// Settings of a SQLite archive.
public struct SQLiteSettings: Sendable {
    public var limits = ArchiveLimits()
    /// Waits for the disk with every commit (`synchronous=FULL`): then not even a power cut takes an
    /// entry that was completed (docs/decisions/0003-sqlite-durability.md).
    public var fullSync = false
    /// Milliseconds to wait for another process that holds the database, such as a backup.
    public var busyTimeoutMs = 2_000
    /// The database's file takes no more than this, as if the disk were full; nil: no limit.
    public var maxFileBytes: Int?

    public init() {}
}

extension SQLArchive {
    /// Copies the embedded archive as it is at one moment. A gateway that serves from it does not wait; the
    /// copy has no log beside it and no erased data. It is not synced to the disk.
    ///
    /// - Parameters:
    ///   - path: of an archive whose schema is this build's.
    ///   - games: those whose tables must be of this build too.
    ///   - copy: an empty file.
    public static func copy(
        sqlite path: String,
        games: [GameSchema],
        to copy: String
    ) throws(ArchiveError) {
        do {
            let connection = try SQLiteConnection(path: path, SQLiteSettings(), makesFile: false)
            _ = try SchemaMigrator(connection, games).open(.asIs)
            _ = try connection.rows(.copy, [.text(copy)]) { _ in }
        } catch {
            throw error.at(path)
        }
    }
}

extension Statement {
    /// One reading transaction, unlike the backup API, which begins anew whenever somebody has written
    /// (https://sqlite.org/lang_vacuum.html).
    fileprivate static let copy = Statement("copy", "VACUUM INTO $1")
}
