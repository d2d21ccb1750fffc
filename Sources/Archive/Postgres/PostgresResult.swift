import CPostgres

/// The server's answer to one command; gone when the next one is read.
struct PostgresResult {
    let handle: OpaquePointer

    var rowCount: Int { Int(PQntuples(handle)) }

    /// Rows that were added, changed or removed.
    var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// `COMMIT`, `INSERT 0 1` and the like.
    var tag: String { String(cString: PQcmdStatus(handle)) }
}

struct PostgresRow: SQLRow {
    let result: PostgresResult
    let index: Int

    func isNull(_ column: Int) -> Bool {
        PQgetisnull(result.handle, Int32(index), Int32(column)) == 1
    }

    func integer(_ column: Int) throws(ArchiveError) -> Int64 {
        guard let number = Int64(text(column)) else {
            throw ArchiveError(.unusable, "a row holds a value that is not a number")
        }
        return number
    }

    func bytes(_ column: Int) -> [UInt8] {
        guard let start = PQgetvalue(result.handle, Int32(index), Int32(column)) else { return [] }
        let count = Int(PQgetlength(result.handle, Int32(index), Int32(column)))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
