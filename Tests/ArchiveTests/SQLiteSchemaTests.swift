import CSQLite
import GameState
import StoreContracts
import Testing
@testable import TriptoGame

@testable import Archive

struct SQLiteSchemaTests {
    private let fixture: SQLiteFixture
    private let latest = Migration.all.last?.version ?? 0

    init() throws {
        fixture = try SQLiteFixture()
    }

    private func connect(_ settings: SQLiteSettings = SQLiteSettings()) throws -> SQLiteConnection {
        try SQLiteConnection(path: fixture.path, settings, makesFile: true)
    }

    @Test func `a newer schema is refused with both versions`() async throws {
        await (try fixture.open()).close()
        try fixture.execute("INSERT INTO schema_migrations (version, name) VALUES (42, 'later')")
        let error = #expect(throws: ArchiveError.self) { try fixture.open() }
        #expect(error?.description.contains("version 42") == true)
        #expect(error?.description.contains("up to \(latest)") == true)
    }

    @Test func `migrations are numbered in order and run once`() async throws {
        #expect(Migration.all.map(\.version) == Array(Migration.firstOfAnyGame...latest))
        for _ in 1...2 { await (try fixture.open()).close() }
        let recorded = try fixture.read("SELECT version FROM schema_migrations ORDER BY version")
        #expect(recorded == Migration.all.map { ["\($0.version)"] })
    }

    @Test func `a migration that fails leaves the schema as it was`() throws {
        let connection = try connect()
        _ = try SchemaMigrator(connection, [Tripto.schema]).migrate()
        let bad = Migration(
            version: latest + 1,
            name: "bad",
            statements: ["CREATE TABLE extra (id TEXT)", "CREATE TABLE nonsense ("]
        )
        #expect(throws: ArchiveError.self) {
            _ = try SchemaMigrator(connection, [Tripto.schema], Migration.all + [bad]).migrate()
        }
        #expect(try fixture.read("SELECT name FROM sqlite_master WHERE name = 'extra'").isEmpty)
        let good = Migration(
            version: latest + 1,
            name: "good",
            statements: ["CREATE TABLE extra (id TEXT)"]
        )
        let change = try SchemaMigrator(connection, [Tripto.schema], Migration.all + [good])
            .migrate()
        #expect(change.before == latest)
        #expect(change.now == change.before + 1)
        #expect(change.migrations == ["good"])
        #expect(try fixture.read("SELECT COUNT(*) FROM extra") == [["0"]])
    }

    @Test func `the log and the syncing are what was decided`() async throws {
        let archive = try fixture.open()
        #expect(try fixture.read("PRAGMA journal_mode") == [["wal"]])
        await archive.close()
        for isFull in [false, true] {
            var settings = SQLiteSettings()
            settings.fullSync = isFull
            let connection = try connect(settings)
            let rows = try connection.rows(Statement("sync", "PRAGMA synchronous"), []) {
                $0.integer(0)
            }
            #expect(rows == [isFull ? 2 : 1])
        }
    }

    @Test func `no statement uses what one of the databases lacks`() {
        let kept: [Statement] = [
            .event, .sessionCreated, .sessionStatus, .playerJoined, .playerRenamed, .playerSeen,
            .playerLeft, .roundBegan, .roundState, .gameStarted, .gameEnded, .gameUnwon,
            .gameWon, .answered, .judged, .destination, .pack, .clue, .followupQuestion,
            .triptoRound, .triptoRoundOfPackage, .triptoRounds, .audit, .playerTokensRevoked,
        ]
        let read: [Statement] = [
            ArchiveReader.games, ArchiveReader.session, ArchiveReader.events, ArchiveReader.scores,
            ArchiveReader.sessions, ArchiveReader.sessionRecord, ArchiveReader.players,
            ArchiveReader.rounds, ArchiveReader.answers, ArchiveReader.auditEvents,
        ]
        let tokens: [Statement] = [
            RefreshTokenTable.stored, RefreshTokenTable.spent, RefreshTokenTable.replaced,
            RefreshTokenTable.token, RefreshTokenTable.unspentInFamily,
            RefreshTokenTable.familyRevoked, RefreshTokenTable.purged,
        ]
        let erasing =
            SessionEraser.statements + [
                SessionEraser.sessionErased, SessionEraser.endedSessions,
            ]
        let migrations = Migration.all + Tripto.schema.migrations + FormerSchema.migrations
        let statements =
            (kept + read + tokens + erasing).map(\.sql)
            + migrations.flatMap(\.statements) + FormerSchema.conversion
        for sql in statements {
            for word in [
                "?", "AUTOINCREMENT", "OR REPLACE", "OR IGNORE", "ANY", "->>", "now()",
                "FOR UPDATE", "INTEGER", "BLOB", "BOOLEAN", "JSONB", "rowid", "strftime",
            ] {
                #expect(!sql.contains(word), "\(word) in \(sql)")
            }
        }
    }
}
