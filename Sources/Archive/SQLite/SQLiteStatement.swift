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

/// The row a statement stands on; gone with the next step.
struct SQLiteRow: SQLRow {
    let handle: OpaquePointer

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    func integer(_ column: Int) -> Int64 {
        sqlite3_column_int64(handle, Int32(column))
    }

    func bytes(_ column: Int) -> [UInt8] {
        // The text first: asking for it may convert, and the count is that of the converted.
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return Array(UnsafeBufferPointer(start: start, count: count))
    }
}

extension ArchiveError {
    /// - Parameters:
    ///   - code: of https://sqlite.org/rescode.html, extended or not.
    ///   - connection: says why; nil where there is none.
    ///   - action: what failed.
    init(sqlite code: Int32, _ connection: OpaquePointer?, in action: String) {
        let reason = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
        self.init(Self.kind(sqlite: code), "\(reason) (\(code), \(action))")
    }

    private static func kind(sqlite code: Int32) -> Kind {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_NOMEM: .busy
        case SQLITE_FULL: .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_READONLY, SQLITE_PERM: .forbidden
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG: .refused
        case _: .unusable
        }
    }
}
