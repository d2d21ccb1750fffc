import Dispatch
public import GameState
public import Protocol
import Synchronization

/// The archive in a SQL database: one SQLite file for one gateway alone, or Postgres for many.
///
/// All calls wait for one connection, on a queue that may block on the database. Entries
/// appended while a transaction runs share the next one: under load a commit carries hundreds of entries,
/// and at rest one waits for nobody.
public final class SQLArchive: Archive {
    /// The schema as found, and the migrations at opening.
    public let schema: SchemaChange

    private let jobs: Mutex<WriteQueue>
    private let games: [GameSchema]
    private let queue = DispatchQueue(label: "archive")
    private let patience: Patience
    /// Touched on the queue alone; nil once the archive is closed.
    private nonisolated(unsafe) var connection: (any SQLConnection)?

    /// Opens a SQLite file, and makes it if there is none unless the schema is taken as it is.
    ///
    /// - Throws: when the file can't be opened, is no database, is damaged at its head, or its schema
    ///   is not this build's.
    public convenience init(
        sqlite path: String,
        games: [GameSchema],
        settings: SQLiteSettings = SQLiteSettings(),
        schema: SchemaUse = .migrated
    ) throws(ArchiveError) {
        do {
            let connection = try SQLiteConnection(
                path: path,
                settings,
                makesFile: schema == .migrated
            )
            try self.init(connection, games, settings.limits, schema)
        } catch {
            throw error.at(path)
        }
    }

    /// Connects to Postgres; waits as long as its settings say.
    ///
    /// - Throws: kind `.unreachable` when no connection can be made now, `.schema` when the
    ///   database is not this build's to use.
    public convenience init(
        postgres url: PostgresURL,
        games: [GameSchema],
        settings: PostgresSettings = PostgresSettings(),
        schema: SchemaUse = .migrated
    ) throws(ArchiveError) {
        do {
            try self.init(PostgresConnection(url, settings), games, settings.limits, schema)
        } catch {
            throw error.at("\(url)")
        }
    }

    private init(
        _ connection: any SQLConnection,
        _ games: [GameSchema],
        _ limits: ArchiveLimits,
        _ use: SchemaUse
    ) throws(ArchiveError) {
        schema = try SchemaMigrator(connection, games).open(use)
        self.games = games
        self.connection = connection
        jobs = Mutex(WriteQueue(limits))
        patience = Patience(limits)
    }

    public func append(_ entries: [JournalEntry], _ done: @escaping Completion<Void>) {
        enter(.append(WriteQueue.Append(entries: entries, done: done))) { done(.failure($0)) }
    }

    public func journal(of session: SessionID, _ done: @escaping Completion<ArchivedSession?>) {
        read(done) { reader throws(ArchiveError) in try reader.journal(of: session) }
    }

    public func latestVersion(of session: SessionID, _ done: @escaping Completion<Int64>) {
        read(done) { reader throws(ArchiveError) in try reader.latestVersion(of: session) }
    }

    public func scores(of session: SessionID, _ done: @escaping Completion<[ArchivedScore]>) {
        read(done) { reader throws(ArchiveError) in try reader.scores(of: session) }
    }

    public func sessions(limit: Int, _ done: @escaping Completion<[SessionSummary]>) {
        read(done) { reader throws(ArchiveError) in try reader.sessions(limit: limit) }
    }

    public func record(of session: SessionID, _ done: @escaping Completion<SessionRecord?>) {
        read(done) { reader throws(ArchiveError) in try reader.record(of: session) }
    }

    public func texts(
        _ statement: Statement,
        _ values: [SQLValue],
        _ done: @escaping Completion<[String]>
    ) {
        callInTime(done) { connection throws(ArchiveError) in
            try connection.transaction(.reading) { () throws(ArchiveError) in
                try connection.rows(statement, values) { row in row.text(0) }
            }
        }
    }

    public func put(_ write: Write, _ done: @escaping Completion<Int>) {
        callInTime(done) { connection throws(ArchiveError) in
            try connection.transaction(.writing) { () throws(ArchiveError) in
                try connection.changes([write]).first ?? 0
            }
        }
    }

    public func note(_ note: AuditNote, _ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.note(note) }
    }

    public func erase(
        _ session: SessionID,
        at now: ServerTime,
        _ done: @escaping Completion<Void>
    ) {
        call(done) { [games] connection throws(ArchiveError) in
            try SessionEraser(connection, games, at: now).erase(session)
        }
    }

    public func eraseEnded(
        before: ServerTime,
        limit: Int,
        at now: ServerTime,
        _ done: @escaping Completion<[SessionID]>
    ) {
        call(done) { [games] connection throws(ArchiveError) in
            try SessionEraser(connection, games, at: now).eraseEnded(before: before, limit: limit)
        }
    }

    public func store(_ token: RefreshToken, _ done: @escaping Completion<Void>) {
        callInTime(done) { connection throws(ArchiveError) in
            try RefreshTokenTable(connection).store(token)
        }
    }

    public func renew(
        tokenHash: [UInt8],
        replacement: @escaping @Sendable (ServerTime) -> TokenReplacement,
        at now: ServerTime,
        _ done: @escaping Completion<TokenRenewal>
    ) {
        callInTime(done) { connection throws(ArchiveError) in
            try RefreshTokenTable(connection).renew(
                tokenHash: tokenHash,
                replacement: replacement,
                at: now
            )
        }
    }

    public func changeResting(_ changes: [RestingChange], _ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.changeResting(changes) }
    }

    public func resting(_ session: SessionID, _ done: @escaping Completion<RestingState?>) {
        call(done) { connection throws(ArchiveError) in try connection.resting(session) }
    }

    public func clearResting(_ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.clearResting() }
    }

    public func latestTime(_ done: @escaping Completion<ServerTime?>) {
        read(done) { reader throws(ArchiveError) in try reader.latestTime() }
    }

    public func check(_ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.check() }
    }

    public func flaws(_ depth: CheckDepth, _ done: @escaping Completion<[String]>) {
        call(done) { connection throws(ArchiveError) in try connection.flaws(depth) }
    }

    public func close(_ done: @escaping @Sendable () -> Void) {
        let isFirst = jobs.withLock { $0.close() }
        queue.async { [self] in
            // The last to enter may not have reached the queue yet.
            drain()
            if isFirst { connection = nil }
            done()
        }
    }

    // MARK: The jobs

    /// Runs `body` with the connection when its turn has come.
    func call<Value: Sendable>(
        _ done: @escaping Completion<Value>,
        _ body: @escaping @Sendable (any SQLConnection) throws(ArchiveError) -> Value
    ) {
        enter(
            .call { connection in done(Result { () throws(ArchiveError) in try body(connection) }) }
        ) { done(.failure($0)) }
    }

    /// The same for a caller that waits no longer than clients do.
    func callInTime<Value: Sendable>(
        _ done: @escaping Completion<Value>,
        _ body: @escaping @Sendable (any SQLConnection) throws(ArchiveError) -> Value
    ) {
        patience.wait(done) { done in call(done, body) }
    }

    private func read<Value: Sendable>(
        _ done: @escaping Completion<Value>,
        _ body: @escaping @Sendable (ArchiveReader) throws(ArchiveError) -> Value
    ) {
        call(done) { [games] connection throws(ArchiveError) in
            try body(ArchiveReader(connection, games))
        }
    }

    private func enter(_ job: WriteQueue.Job, orRefuse refuse: (ArchiveError) -> Void) {
        switch jobs.withLock({ $0.enter(job) }) {
        case .success(let isFirst):
            if isFirst { queue.async { [self] in drain() } }
        case .failure(let error):
            refuse(error)
        }
    }

    private func drain() {
        while let batch = jobs.withLock({ $0.next() }) {
            guard let connection else {
                preconditionFailure("the archive's jobs outlived their database")
            }
            switch batch {
            case .append(let appends): connection.write(appends, games)
            case .call(let body): body(connection)
            }
            connection.tidy()
        }
    }
}
