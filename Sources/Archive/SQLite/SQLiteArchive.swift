import Dispatch
public import GameState
public import Protocol
import Synchronization

/// The archive in one SQLite file, for one gateway alone.
///
/// All calls stand in one line, and what is appended while a transaction runs shares the next one:
/// under load a commit of the disk carries hundreds of entries, and at rest one waits for nobody.
public final class SQLiteArchive: Archive {
    private let line: Mutex<ArchiveLine>
    private let queue = DispatchQueue(label: "archive.sqlite")
    private let writer: SQLiteWriter

    /// Opens the database, makes it if there is none, and brings its schema forward.
    ///
    /// - Throws: when the file can't be opened, is no database, is damaged at its head, or was
    ///   written by a newer build.
    public init(path: String, settings: SQLiteSettings = SQLiteSettings()) throws(ArchiveError) {
        writer = SQLiteWriter(try SQLiteConnection(path: path, settings))
        line = Mutex(ArchiveLine(settings))
    }

    public func append(_ entries: [JournalEntry], _ done: @escaping Completion<Void>) {
        enter(.append(ArchiveLine.Append(entries: entries, done: done))) { done(.failure($0)) }
    }

    public func journal(of session: SessionID, _ done: @escaping Completion<ArchivedSession?>) {
        call(done) { connection throws(ArchiveError) in try connection.journal(of: session) }
    }

    public func scores(of session: SessionID, _ done: @escaping Completion<[ArchivedScore]>) {
        call(done) { connection throws(ArchiveError) in try connection.scores(of: session) }
    }

    public func erase(_ session: SessionID, _ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.erase(session) }
    }

    public func store(_ token: RefreshToken, _ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.store(token) }
    }

    public func spend(
        tokenHash: [UInt8],
        at now: ServerTime,
        _ done: @escaping Completion<TokenSpending>
    ) {
        call(done) { connection throws(ArchiveError) in
            try connection.spend(tokenHash: tokenHash, at: now)
        }
    }

    public func check(_ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.execute("SELECT 1") }
    }

    public func close(_ done: @escaping @Sendable () -> Void) {
        let isFirst = line.withLock { $0.close() }
        queue.async { [self] in
            // Whoever entered last may not have got as far as the queue yet.
            drain()
            if isFirst { writer.close() }
            done()
        }
    }

    /// Changes how large the file may grow; nil lifts the limit.
    func limitFile(toBytes bytes: Int?, _ done: @escaping Completion<Void>) {
        call(done) { connection throws(ArchiveError) in try connection.limitFile(toBytes: bytes) }
    }

    // MARK: The line

    private func call<Value: Sendable>(
        _ done: @escaping Completion<Value>,
        _ body: @escaping @Sendable (SQLiteConnection) throws(ArchiveError) -> Value
    ) {
        enter(
            .call { connection in done(Result { () throws(ArchiveError) in try body(connection) }) }
        ) { done(.failure($0)) }
    }

    private func enter(_ job: ArchiveLine.Job, orRefuse refuse: (ArchiveError) -> Void) {
        switch line.withLock({ $0.enter(job) }) {
        case .success(let isFirst):
            if isFirst { queue.async { [self] in drain() } }
        case .failure(let error):
            refuse(error)
        }
    }

    private func drain() {
        while let batch = line.withLock({ $0.next() }) {
            switch batch {
            case .append(let appends): writer.write(appends)
            case .call(let body): writer.call(body)
            }
        }
    }
}
