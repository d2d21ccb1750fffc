/// One step of the schema's history; steps are only ever added at the end.
struct Migration: Sendable {
    var version: Int64
    var name: String
    /// In SQL that SQLite and Postgres both take: TEXT ids, BIGINT milliseconds, SMALLINT booleans,
    /// JSON as TEXT, ON CONFLICT.
    var statements: [String]

    static let all = [
        Migration(version: 1, name: "first tables", statements: firstTables),
        Migration(version: 2, name: "retention", statements: retention),
        Migration(version: 3, name: "games and languages", statements: games + languages + themes),
        Migration(version: 4, name: "resting states", statements: resting),
    ]

    /// States of sessions at rest, as a store within the process puts them away. No reference to
    /// sessions: nothing here outlives a restart.
    private static let resting = [
        """
        CREATE TABLE resting_states (
            session_id TEXT PRIMARY KEY,
            version BIGINT NOT NULL,
            body TEXT NOT NULL
        )
        """
    ]

    private static let retention = [
        "ALTER TABLE sessions ADD COLUMN erased_at BIGINT",
        "CREATE INDEX sessions_unerased ON sessions (created_at) WHERE erased_at IS NULL",
    ]

    /// The names of the tables it makes.
    var tables: [String] {
        statements.compactMap { sql in
            let words = sql.split(separator: " ", maxSplits: 3)
            return words.starts(with: ["CREATE", "TABLE"]) ? String(words[2]) : nil
        }
    }

    /// What has been done to a database, in a table of its own.
    static let bookkeepingTable = "schema_migrations"

    static let bookkeeping = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version BIGINT PRIMARY KEY,
            name TEXT NOT NULL
        )
        """
}

extension Statement {
    static let migrations = Statement(
        "migrations",
        "SELECT version, name FROM schema_migrations ORDER BY version"
    )

    static let migrated = Statement(
        "migrated",
        "INSERT INTO schema_migrations (version, name) VALUES ($1, $2)"
    )
}
