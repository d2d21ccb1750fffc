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
