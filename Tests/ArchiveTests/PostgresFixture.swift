import Archive
import CPostgres
import StoreContracts
import TestSupport
import TriptoGame

/// A database of its own on a private server.
final class PostgresFixture: Sendable {
    let server: PrivatePostgres
    let text: String
    private let pooler: PoolerStand?
    /// For the archive.
    var url: PostgresURL {
        get throws {
            let text =
                pooler.map { self.text.replacing(server.folder, with: $0.folder) } ?? self.text
            return try PostgresURL(text).orFail("no URL: \(text)")
        }
    }

    /// - Parameter isPooled: whether the archive finds a pooler before the server.
    init(
        on server: PrivatePostgres? = nil,
        in tablespace: String? = nil,
        isPooled: Bool = false
    ) throws {
        self.server = try server ?? .shared
        text = try self.server.makeDatabase(in: tablespace)
        pooler = isPooled ? try PoolerStand(before: self.server.folder) : nil
    }

    struct Failure: Error {
        var text: String
    }

    func open(
        _ schema: SchemaUse = .migrated,
        games: [GameSchema] = [Tripto.schema],
        _ change: (inout PostgresSettings) -> Void = { _ in }
    ) throws -> SQLArchive {
        var settings = PostgresSettings()
        change(&settings)
        return try SQLArchive(
            postgres: try url,
            games: games,
            settings: settings,
            schema: schema
        )
    }

    func underTest() throws -> ArchiveUnderTest {
        let games = [Tripto.schema, .diary]
        let archive = try open(games: games)
        return ArchiveUnderTest(
            archive: archive,
            reopen: { [self] in
                await archive.close()
                return try open(games: games)
            },
            read: { [self] in try read($0) }
        )
    }

    /// Runs a query on a connection of its own.
    @discardableResult
    func read(_ sql: String) throws -> [[String?]] {
        let connection = PQconnectdb(text)
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
        case _: throw Failure(text: String(cString: PQerrorMessage(connection)))
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1
                    ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }

    /// Waits for the server to notice that a writer is gone, and to finish its commands.
    func untilNobodyIsConnected() async throws {
        let others = """
            SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        while try !read(others).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Ends all connections to the database but the caller's.
    func terminateOthers() throws {
        try read(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        )
    }
}

extension Optional {
    fileprivate func orFail(_ reason: String) throws -> Wrapped {
        guard let self else { throw PostgresFixture.Failure(text: reason) }
        return self
    }
}
