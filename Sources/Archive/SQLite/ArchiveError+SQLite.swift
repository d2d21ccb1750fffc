import CSQLite

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
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG: .refused
        case _: .unusable
        }
    }
}
