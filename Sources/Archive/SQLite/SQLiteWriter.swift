import CSQLite
import GameState
import Protocol

/// Writes what was appended, many entries to a transaction. Confined to the archive's queue.
final class SQLiteWriter: @unchecked Sendable {
    private var connection: SQLiteConnection?

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    func close() {
        connection = nil
    }

    func call(_ body: (SQLiteConnection) -> Void) {
        body(opened)
    }

    /// All in one transaction; if that fails for a reason that may lie in one entry, each entry in
    /// its own, so that a bad one can't fail its neighbours.
    func write(_ appends: [ArchiveLine.Append]) {
        do throws(ArchiveError) {
            try opened.transaction { () throws(ArchiveError) in
                for append in appends {
                    for entry in append.entries { try write(entry) }
                }
            }
            for append in appends { append.done(.success(())) }
        } catch {
            guard error.mayLieInOneEntry else {
                for append in appends { append.done(.failure(error)) }
                return
            }
            writeSingly(appends)
        }
    }

    private func writeSingly(_ appends: [ArchiveLine.Append]) {
        /// What comes after an entry that failed would leave a gap in its session.
        var failed: [SessionID: ArchiveError] = [:]
        for append in appends {
            var first: ArchiveError?
            for entry in append.entries {
                do throws(ArchiveError) {
                    if let error = failed[entry.session] { throw error }
                    try opened.transaction { () throws(ArchiveError) in try write(entry) }
                } catch {
                    failed[entry.session] = error
                    first = first ?? error
                }
            }
            append.done(first.map { .failure($0) } ?? .success(()))
        }
    }

    private func write(_ entry: JournalEntry) throws(ArchiveError) {
        let writes = EntryWrites(entry)
        guard try opened.run(writes.event.statement, writes.event.values) > 0 else { return }
        for write in writes.facts { try opened.run(write.statement, write.values) }
    }

    private var opened: SQLiteConnection {
        guard let connection else {
            preconditionFailure("the archive's line outlived its database")
        }
        return connection
    }
}

extension ArchiveError {
    /// Else it is the database's: trying again at once would only fail again, slowly.
    fileprivate var mayLieInOneEntry: Bool {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB,
            SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PROTOCOL, SQLITE_PERM:
            false
        default: true
        }
    }
}
