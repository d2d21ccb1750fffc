import CSQLite

extension SQLiteConnection {
    /// Source: https://sqlite.org/pragma.html.
    func configure(_ settings: SQLiteSettings) throws(ArchiveError) {
        try execute("PRAGMA busy_timeout = \(settings.busyTimeoutMs)")
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = \(settings.fullSync ? "FULL" : "NORMAL")")
        try execute("PRAGMA foreign_keys = ON")
        // What is erased is overwritten, not only unlinked.
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
        let pageBytes = try rows(Statement("page_size", "PRAGMA page_size")) { $0.integer(0) }
        let pages = bytes.map { $0 / Int(pageBytes.first ?? 4096) } ?? Self.maxPages
        try execute("PRAGMA max_page_count = \(max(1, pages))")
    }

    /// Brings the schema forward, all steps or none.
    ///
    /// - Throws: when a newer build has written here: it is not for an older one to guess.
    func migrate(_ migrations: [Migration] = Migration.all) throws(ArchiveError) {
        try transaction { () throws(ArchiveError) in
            try execute(Migration.bookkeeping)
            let current = try rows(.schemaVersion) { $0.integer(0) }.first ?? 0
            let latest = migrations.last?.version ?? 0
            guard current <= latest else {
                throw ArchiveError(
                    code: SQLITE_SCHEMA,
                    "the schema is version \(current), this build knows versions up to \(latest)"
                )
            }
            for migration in migrations where migration.version > current {
                for statement in migration.statements { try execute(statement) }
                try run(.migrated, [.integer(migration.version), .text(migration.name)])
            }
        }
    }
}
