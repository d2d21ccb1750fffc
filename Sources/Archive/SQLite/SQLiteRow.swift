import CSQLite

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
