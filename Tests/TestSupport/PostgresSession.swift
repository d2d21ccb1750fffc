import CPostgres

/// A connection of the tests' own, which may sit on locks.
public final class PostgresSession {
    private let connection: OpaquePointer

    public init(_ url: String) throws {
        guard let connection = PQconnectdb(url), PQstatus(connection) == CONNECTION_OK
        else { throw Command.Failure("no connection") }
        self.connection = connection
    }

    deinit { PQfinish(connection) }

    public func run(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Command.Failure(String(cString: PQerrorMessage(connection)))
        }
    }

    /// Connections to the same database that wait for a lock.
    public func waitingCount() throws -> Int {
        // Within a transaction the server's answer would stay the first one.
        let result = PQexec(
            connection,
            """
            SELECT pg_stat_clear_snapshot(), (SELECT COUNT(*) FROM pg_locks
                WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity
                    WHERE datname = current_database()))
            """
        )
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK,
            let count = Int(String(cString: PQgetvalue(result, 0, 1)))
        else { throw Command.Failure(String(cString: PQerrorMessage(connection))) }
        return count
    }
}
