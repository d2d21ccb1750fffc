import CSQLite

/// A prepared statement. Finalized before its connection is closed.
final class SQLiteStatement {
    private let statement: Statement
    private let connection: OpaquePointer
    private let handle: OpaquePointer
    /// Positions of `$1`, `$2` …: SQLite takes them for names and numbers them as they appear.
    private let positions: [Int32]

    init(_ statement: Statement, _ connection: OpaquePointer) throws(ArchiveError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection,
            statement.sql,
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &prepared,
            nil
        )
        guard code == SQLITE_OK, let prepared else {
            throw ArchiveError(sqlite: code, connection, in: statement.name)
        }
        self.statement = statement
        self.connection = connection
        handle = prepared
        let count = sqlite3_bind_parameter_count(prepared)
        positions = (0..<count).map { sqlite3_bind_parameter_index(prepared, "$\($0 + 1)") }
    }

    deinit { sqlite3_finalize(handle) }

    var row: SQLiteRow { SQLiteRow(handle: handle) }

    func bind(_ values: [SQLValue]) throws(ArchiveError) {
        precondition(
            values.count == positions.count,
            "\(values.count) values for \(statement.name)"
        )
        for (value, position) in zip(values, positions) {
            let code = bind(value, position)
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    /// - Returns: whether there is a row.
    func step() throws(ArchiveError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Ready to be used again; holds no value any more.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func bind(_ value: SQLValue, _ position: Int32) -> Int32 {
        switch value {
        case .text(var text):
            return text.withUTF8 { bind($0, position) }
        case .utf8(let bytes):
            return bytes.withUnsafeBufferPointer { bind($0, position) }
        case .integer(let number): return sqlite3_bind_int64(handle, position, number)
        case .real(let number): return sqlite3_bind_double(handle, position, number)
        case .null: return sqlite3_bind_null(handle, position)
        }
    }

    private func bind(_ text: UnsafeBufferPointer<UInt8>, _ position: Int32) -> Int32 {
        guard let start = text.baseAddress, let count = Int32(exactly: text.count) else {
            // An address of nothing would be taken for NULL.
            return text.isEmpty ? csqlite_bind_text(handle, position, "", 0) : SQLITE_TOOBIG
        }
        return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            csqlite_bind_text(handle, position, $0, count)
        }
    }

    private func error(_ code: Int32) -> ArchiveError {
        ArchiveError(sqlite: code, connection, in: statement.name)
    }
}
