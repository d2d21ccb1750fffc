/// A transaction over tables that belong to no session, such as those of accounts: all of it or nothing.
///
/// A store that lost its connection runs the body again: it reads and writes here and does nothing else.
public struct TableTransaction {
    private let connection: any SQLConnection

    init(_ connection: any SQLConnection) {
        self.connection = connection
    }

    /// - Parameter statement: reads, or writes and returns rows.
    public func rows<Value>(
        _ statement: Statement,
        _ values: [SQLValue],
        _ read: (any SQLRow) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value] {
        try Self.rows(of: connection, statement, values, read)
    }

    private static func rows<Connection: SQLConnection, Value>(
        of connection: Connection,
        _ statement: Statement,
        _ values: [SQLValue],
        _ read: (any SQLRow) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value] {
        try connection.rows(statement, values) { row throws(ArchiveError) in try read(row) }
    }

    /// Tells how many rows a write added, changed or removed.
    @discardableResult
    public func change(_ statement: Statement, _ values: [SQLValue]) throws(ArchiveError) -> Int {
        try connection.changes([Write(statement, values)]).first ?? 0
    }
}

/// The way to such tables. Calls wait in line with all others, and fail in time though the store hangs.
extension SQLArchive {
    public typealias TableWork<Value> =
        @Sendable (TableTransaction) throws(ArchiveError) -> Value

    public func write<Value: Sendable>(
        _ work: @escaping TableWork<Value>
    ) async throws(ArchiveError) -> Value {
        try await transact(.writing, work)
    }

    public func read<Value: Sendable>(
        _ work: @escaping TableWork<Value>
    ) async throws(ArchiveError) -> Value {
        try await transact(.reading, work)
    }

    /// A write after which what it removed stands nowhere in the database's own files.
    public func erase<Value: Sendable>(
        _ work: @escaping TableWork<Value>
    ) async throws(ArchiveError) -> Value {
        try await answered { connection throws(ArchiveError) in
            let value = try connection.transaction(.writing) { () throws(ArchiveError) in
                try work(TableTransaction(connection))
            }
            try connection.purgeErased()
            return value
        }
    }

    private func transact<Value: Sendable>(
        _ purpose: TransactionPurpose,
        _ work: @escaping TableWork<Value>
    ) async throws(ArchiveError) -> Value {
        try await answered { connection throws(ArchiveError) in
            try connection.transaction(purpose) { () throws(ArchiveError) in
                try work(TableTransaction(connection))
            }
        }
    }

    private func answered<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(ArchiveError) -> Value
    ) async throws(ArchiveError) -> Value {
        try await withCheckedContinuation { continuation in
            callInTime({ continuation.resume(returning: $0) }, body)
        }.get()
    }
}
