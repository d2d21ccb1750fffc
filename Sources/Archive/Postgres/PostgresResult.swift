import CPostgres

/// The server's answer to one command; gone when the next one is read.
struct PostgresResult {
    let handle: OpaquePointer

    var rowCount: Int { Int(PQntuples(handle)) }

    /// Rows that were added, changed or removed.
    var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// `COMMIT`, `INSERT 0 1` and the like.
    var tag: String { String(cString: PQcmdStatus(handle)) }
}

struct PostgresRow: SQLRow {
    let result: PostgresResult
    let index: Int

    func isNull(_ column: Int) -> Bool {
        PQgetisnull(result.handle, Int32(index), Int32(column)) == 1
    }

    func integer(_ column: Int) throws(ArchiveError) -> Int64 {
        guard let number = Int64(text(column)) else {
            throw ArchiveError(.unusable, "a row holds a value that is not a number")
        }
        return number
    }

    func bytes(_ column: Int) -> [UInt8] {
        guard let start = PQgetvalue(result.handle, Int32(index), Int32(column)) else { return [] }
        let count = Int(PQgetlength(result.handle, Int32(index), Int32(column)))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// Answers that the server still owes, in order.
struct PostgresAnswers {
    enum Expected {
        /// That a statement was prepared.
        case prepared(Statement)
        /// To the command of this number.
        case answer(Int)
        /// That there is no more.
        case end
    }

    /// Times that libpq may say "nothing more" in a row: after a command's answer, and after the end of
    /// an exchange.
    private static let maxPauses = 2

    private var expected: [Expected] = []
    private var readCount = 0
    private var pauseCount = 0
    private var preparing: Set<Statement> = []
    /// The first.
    private(set) var error: ArchiveError?

    var areComplete: Bool { readCount == expected.count }

    func willPrepare(_ statement: Statement) -> Bool { preparing.contains(statement) }

    mutating func expect(_ answer: Expected) {
        expected.append(answer)
        if case .prepared(let statement) = answer { preparing.insert(statement) }
    }

    mutating func next() -> Expected {
        defer { readCount += 1 }
        pauseCount = 0
        return expected[readCount]
    }

    /// - Returns: whether that is allowed.
    mutating func pauses() -> Bool {
        pauseCount += 1
        return pauseCount <= Self.maxPauses
    }

    mutating func fail(_ error: ArchiveError) {
        if self.error == nil { self.error = error }
    }
}

extension ArchiveError {
    /// An error that the server reported.
    ///
    /// - Parameters:
    ///   - action: the statement that failed.
    ///   - step: what kind of statement that is.
    init(
        _ result: PostgresResult,
        of url: PostgresURL,
        in action: String,
        during step: PostgresFault.Step
    ) {
        func field(_ code: Character) -> String {
            guard let ascii = code.asciiValue,
                let text = PQresultErrorField(result.handle, Int32(ascii))
            else { return "" }
            return String(cString: text)
        }
        // Of https://www.postgresql.org/docs/15/libpq-exec.html#LIBPQ-PQRESULTERRORFIELD, these hold no
        // value; a message of class 22 repeats the wrong value, and so do the details of others.
        let state = field("C")
        let message = state.hasPrefix("22") ? "wrong data" : url.redacted(field("M"))
        self.init(
            PostgresFault(sqlState: state, constraint: field("n"), during: step).kind,
            "\(message) (\(state), \(action))"
        )
    }
}
