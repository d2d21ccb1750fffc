/// One step of the schema's history; steps are only ever added at the end.
struct Migration: Sendable {
    var version: Int64
    var name: String
    /// In SQL that SQLite and Postgres both take: TEXT ids, BIGINT milliseconds, SMALLINT booleans,
    /// JSON as TEXT, ON CONFLICT.
    var statements: [String]

    static let all = [Migration(version: 1, name: "first tables", statements: firstTables)]

    static let bookkeeping = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version BIGINT PRIMARY KEY,
            name TEXT NOT NULL
        )
        """
}

extension Statement {
    static let schemaVersion = Statement(
        "schema_version",
        "SELECT COALESCE(MAX(version), 0) FROM schema_migrations"
    )

    static let migrated = Statement(
        "migrated",
        "INSERT INTO schema_migrations (version, name) VALUES ($1, $2)"
    )
}
