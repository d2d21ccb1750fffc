/// The values of one statement as libpq takes them: NUL-terminated texts, one after another in memory that
/// is reused.
struct PostgresParameters {
    private var text: [UInt8] = []
    /// Start of each value; -1: NULL.
    private var starts: [Int] = []

    /// - Throws: when a value holds NUL, which would cut it short.
    mutating func set(_ values: [SQLValue]) throws(ArchiveError) {
        text.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        for value in values {
            let start = text.count
            switch value {
            case .text(let string): text.append(contentsOf: string.utf8)
            case .utf8(let bytes): text.append(contentsOf: bytes)
            case .integer(let number): append(number)
            case .real(let number): text.append(contentsOf: number.description.utf8)
            case .null:
                starts.append(-1)
                continue
            }
            guard !text[start...].contains(0) else {
                throw ArchiveError(.refused, "a value holds NUL, which Postgres can't keep")
            }
            starts.append(start)
            text.append(0)
        }
    }

    /// - Parameter body: gets a pointer a value, and their number.
    func withPointers<Value>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, Int32) -> Value
    ) -> Value {
        text.withUnsafeBytes { text in
            withUnsafeTemporaryAllocation(
                of: UnsafePointer<CChar>?.self,
                capacity: starts.count
            ) { pointers in
                let base = text.assumingMemoryBound(to: CChar.self).baseAddress
                for (index, start) in starts.enumerated() {
                    let pointer = start < 0 ? nil : base.map { $0 + start }
                    pointers.initializeElement(at: index, to: pointer)
                }
                return body(UnsafePointer(pointers.baseAddress), Int32(starts.count))
            }
        }
    }

    private mutating func append(_ number: Int64) {
        let start = text.count
        var rest = number.magnitude
        repeat {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if number < 0 { text.append(UInt8(ascii: "-")) }
        text[start...].reverse()
    }
}

/// Something to be sent to the server.
enum PostgresCommand {
    /// SQL that begins a transaction.
    case begin(String)
    /// SQL without values that is used once.
    case once(String)
    /// Prepared when a connection first meets it.
    case prepared(Write)

    /// Names it in errors.
    var name: String {
        switch self {
        case .begin(let sql), .once(let sql): sql
        case .prepared(let write): write.statement.name
        }
    }

    /// Has the server give up in time.
    ///
    /// - Parameter ofTransaction: for the present transaction alone.
    static func limits(_ settings: PostgresSettings, ofTransaction isLocal: Bool) -> Self {
        let limits = [
            ("statement_timeout", settings.statementTimeoutMs),
            ("lock_timeout", settings.lockTimeoutMs),
            ("idle_in_transaction_session_timeout", settings.idleTransactionTimeoutMs),
        ]
        let calls = limits.map { "pg_catalog.set_config('\($0)', '\($1)', \(isLocal))" }
        return .once("SELECT " + calls.joined(separator: ", "))
    }
}
