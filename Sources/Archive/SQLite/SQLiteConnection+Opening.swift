import CSQLite

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
