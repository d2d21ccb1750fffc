import CPostgres
import GameState
import StoreContracts
import TestSupport
import Testing
import TriptoGame

@testable import Archive

extension PostgresTests {
    @Blocking @Suite struct SchemaTests {
        private let fixture: PostgresFixture
        private let latest = Migration.all.last?.version ?? 0

        init() throws {
            fixture = try PostgresFixture()
        }

        private func refusal(_ schema: SchemaUse = .migrated) -> ArchiveError? {
            #expect(throws: ArchiveError.self) { try fixture.open(schema) }
        }

        @Test func `the schema is made once, and opening says what it did`() async throws {
            let first = try fixture.open()
            let all =
                Migration.all.map(\.name) + [
                    "tripto: destinations and packs", "tripto: memory of devices",
                    "tripto: reports of hosts", "tripto: reports dealt with",
                ]
            #expect(first.schema == SchemaChange(before: 0, now: latest, migrations: all))
            let second = try fixture.open()
            #expect(second.schema == SchemaChange(before: latest, now: latest, migrations: []))
            await first.close()
            await second.close()
        }

        @Test func `a newer schema is refused with both versions`() async throws {
            await (try fixture.open()).close()
            try fixture.read("INSERT INTO schema_migrations (version, name) VALUES (42, 'later')")
            for schema in [SchemaUse.migrated, .asIs] {
                let error = refusal(schema)
                #expect(error?.kind == .schema)
                #expect(error?.description.contains("version 42") == true)
                #expect(error?.description.contains("up to \(latest)") == true)
            }
        }

        @Test func `an older schema is not for those who only read`() throws {
            let connection = PostgresConnection(try fixture.url, PostgresSettings())
            try connection.makeFormerSchema(upTo: 1)
            let error = refusal(.asIs)
            #expect(error?.kind == .schema)
            #expect(error?.description.contains("gatewayd migrate") == true)
            #expect(try fixture.open().schema.before == 1)
        }

        @Test func `a database of a house with one game is brought forward`() async throws {
            let connection = PostgresConnection(try fixture.url, PostgresSettings())
            try connection.makeFormerSchema(upTo: 4)
            try connection.playFormerEvening()
            let archive = try fixture.open()
            let migrations = [
                "tables of any game", "manual players", "tripto: memory of devices",
                "tripto: reports of hosts", "tripto: reports dealt with",
            ]
            #expect(archive.schema.migrations == migrations)
            try await checkFormerEvening(archive) { try fixture.read($0) }
            await archive.close()
        }

        @Test func `an empty database is not for those who only read`() throws {
            #expect(refusal(.asIs)?.kind == .schema)
            let tables =
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'"
            #expect(try fixture.read(tables) == [["0"]])
        }

        @Test func `somebody else's tables are left alone`() throws {
            try fixture.read("CREATE TABLE sessions (id TEXT); CREATE TABLE rounds (id TEXT)")
            let error = refusal()
            #expect(error?.kind == .schema)
            #expect(error?.description.contains("rounds, sessions") == true)
        }

        @Test(arguments: [
            "CREATE TABLE schema_migrations (version VARCHAR PRIMARY KEY)",
            """
            CREATE TABLE schema_migrations (version BIGINT PRIMARY KEY, name TEXT);
            INSERT INTO schema_migrations VALUES (1, 'create users')
            """,
            """
            CREATE TABLE schema_migrations (version VARCHAR PRIMARY KEY, name TEXT);
            INSERT INTO schema_migrations VALUES ('20240101_users', '')
            """,
        ])
        func `somebody else's bookkeeping is known as such`(_ sql: String) throws {
            try fixture.read(sql)
            let error = refusal()
            #expect(error?.kind == .schema)
            #expect(error?.description.contains("schema_migrations") == true)
            #expect(try fixture.read("SELECT to_regclass('sessions')") == [[nil]])
        }

        @Test func `gateways that start together make the schema once`() async throws {
            let changes = try await withThrowingTaskGroup(of: SchemaChange.self) { group in
                for _ in 1...6 {
                    group.addTask {
                        let archive = try fixture.open()
                        await archive.close()
                        return archive.schema
                    }
                }
                var changes: [SchemaChange] = []
                for try await change in group { changes.append(change) }
                return changes
            }
            #expect(changes.count == 6)
            #expect(changes.filter { !$0.migrations.isEmpty }.count == 1)
            let recorded = try fixture.read(
                "SELECT version FROM schema_migrations ORDER BY version"
            )
            #expect(recorded == Migration.all.map { ["\($0.version)"] })
        }

        @Test func `a migration that fails leaves the schema as it was`() throws {
            let connection = PostgresConnection(try fixture.url, PostgresSettings())
            let bad = Migration(
                version: latest + 1,
                name: "bad",
                statements: ["CREATE TABLE extra (id TEXT)", "CREATE TABLE nonsense ("]
            )
            #expect(throws: ArchiveError.self) {
                _ = try SchemaMigrator(connection, [Tripto.schema], Migration.all + [bad]).migrate()
            }
            #expect(try fixture.read("SELECT to_regclass('sessions')") == [[nil]])
            let count = Migration.all.count + Tripto.schema.migrations.count
            #expect(
                try SchemaMigrator(connection, [Tripto.schema]).migrate().migrations.count == count
            )
        }

        @Test func `a database that can't hold all characters is refused`() throws {
            try fixture.server.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
            let url = try #require(PostgresURL(fixture.server.url(of: "latin")))
            let error = #expect(throws: ArchiveError.self) {
                try SQLArchive(postgres: url, games: [])
            }
            #expect(error?.kind == .schema)
            #expect(error?.description.contains("LATIN1") == true)
        }
    }
}
