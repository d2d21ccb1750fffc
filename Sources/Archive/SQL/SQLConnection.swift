/// A database that runs the archive's statements; calls wait for it. Confined to the archive's queue.
protocol SQLConnection: AnyObject {
    associatedtype Row: SQLRow

    /// The names of the tables there are.
    static var tableNames: Statement { get }

    /// All of `body` or nothing of it. Everything else here is called in a transaction alone.
    ///
    /// - Parameter body: may run more than once; it talks to the database and does nothing else.
    func transaction<Value>(
        _ purpose: TransactionPurpose,
        _ body: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value

    func rows<Value>(
        _ statement: Statement,
        _ values: [SQLValue],
        _ read: (Row) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value]

    /// Runs writes in order and tells how many rows each added, changed or removed.
    func changes(_ writes: [Write]) throws(ArchiveError) -> [Int]

    /// Runs writes in order; an error in one may only show at the transaction's end.
    func run(_ writes: [Write]) throws(ArchiveError)

    /// Runs SQL that is used once; like `run`.
    func execute(_ sql: String) throws(ArchiveError)

    /// Flaws of the database's own files, as far as they are ours; empty when there are none.
    func fileFlaws(_ depth: CheckDepth) throws(ArchiveError) -> [String]

    /// Removes erased data from the database's own files, as far as they are ours.
    func purgeErased() throws(ArchiveError)
}

enum TransactionPurpose {
    case writing
    /// Sees one moment, while others write.
    case reading
    /// Alone among all that bring the schema forward.
    case migrating
}

/// A row that is being read; gone with the next one.
protocol SQLRow {
    func isNull(_ column: Int) -> Bool
    func integer(_ column: Int) throws(ArchiveError) -> Int64
    func bytes(_ column: Int) -> [UInt8]
}

extension SQLRow {
    func text(_ column: Int) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }
}
