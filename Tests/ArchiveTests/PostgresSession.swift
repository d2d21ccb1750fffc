import CPostgres

/// A connection of the tests' own, which may sit on locks.
final class PostgresSession {
    private let connection: OpaquePointer

    init(_ fixture: PostgresFixture) throws {
        guard let connection = PQconnectdb(fixture.text), PQstatus(connection) == CONNECTION_OK
        else { throw PostgresFixture.Failure(text: "no connection") }
        self.connection = connection
    }

    deinit { PQfinish(connection) }

    func run(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
            throw PostgresFixture.Failure(text: String(cString: PQerrorMessage(connection)))
        }
    }
}
