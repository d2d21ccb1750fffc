/// One change of a schema in its history; migrations are only ever added at the end.
public struct Migration: Sendable {
    public var version: Int64
    public var name: String
    /// In SQL that SQLite and Postgres both take: TEXT ids, BIGINT milliseconds, SMALLINT booleans,
    /// JSON as TEXT, ON CONFLICT.
    public var statements: [String]

    public init(version: Int64, name: String, statements: [String]) {
        self.version = version
        self.name = name
        self.statements = statements
    }

    /// First version whose tables serve every game. Versions 1 to 4 were those of a house with one
    /// game, which brings them forward itself (`GameSchema.former`).
    static let firstOfAnyGame: Int64 = 5

    static let all = [
        Migration(version: firstOfAnyGame, name: "tables of any game", statements: KitTables.all),
        Migration(version: 6, name: "manual players", statements: [KitTables.manualPlayers]),
    ]

    /// The names of the tables and views it makes.
    var tables: [String] {
        statements.compactMap { sql in
            let words = sql.split(whereSeparator: \.isWhitespace)
            guard words.count > 2, words[0] == "CREATE", ["TABLE", "VIEW"].contains(words[1]) else {
                return nil
            }
            return String(words[2])
        }
    }

    /// Table of the migrations that a database has been through.
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

    static let gameMigrations = Statement(
        "game_migrations",
        "SELECT version, name FROM game_migrations WHERE game = $1 ORDER BY version"
    )

    static let gameMigrated = Statement(
        "game_migrated",
        "INSERT INTO game_migrations (game, version, name) VALUES ($1, $2, $3)"
    )
}

/// Schema of a database as it was found, and the migrations it went through when it was opened.
public struct SchemaChange: Sendable, Equatable, CustomStringConvertible {
    /// The version it had; 0: no tables.
    public var before: Int64
    public var now: Int64
    /// Their names.
    public var migrations: [String]

    public var description: String {
        guard !migrations.isEmpty else { return "schema is version \(now)" }
        return "schema was version \(before), is now \(now): \(migrations.joined(separator: ", "))"
    }
}

/// Treatment of the schema when an archive is opened.
public enum SchemaUse: Sendable {
    /// Makes the tables, or brings them forward.
    case migrated
    /// Takes them as this build knows them, or not at all; makes nothing.
    case asIs
}
