import CPostgres
import Glibc

/// The part that survives when a connection to Postgres breaks: its URL, and when to try again.
/// Confined to the archive's queue, which waits here for the server.
final class PostgresConnection: SQLConnection {
    private let url: PostgresURL
    private let settings: PostgresSettings
    /// Nil after it failed, until the next call.
    private var link: PostgresLink?
    /// True once the present link has answered in a transaction.
    private var hasWorked = false
    private var backoff: Backoff
    /// Why the last attempt to connect failed, or the last link.
    private var failure: ArchiveError?
    /// Commands still to be sent, with the next query or with the transaction's end.
    private var unsent: [PostgresCommand] = []
    /// For one exchange of the present transaction.
    private var timeoutMs: Int

    static let tableNames = Statement(
        "table_names",
        "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()"
    )

    init(_ url: PostgresURL, _ settings: PostgresSettings) {
        self.url = url
        self.settings = settings
        backoff = Backoff(minMs: settings.minBackoffMs, maxMs: settings.maxBackoffMs)
        timeoutMs = settings.answerTimeoutMs
    }

    /// Tries again at once where that is of use: on a new connection when the old one broke, once; and
    /// after giving in to another transaction. That is safe although nobody knows whether the first
    /// try took effect, because every transaction of the archive may be repeated: what has a key is
    /// skipped when it comes again, and a renewal knows its own replacement.
    func transaction<Value>(
        _ purpose: TransactionPurpose,
        _ body: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        var mayReconnect = true
        var conflictCount = 0
        while true {
            do throws(ArchiveError) {
                return try attempt(purpose, body)
            } catch {
                switch error.kind {
                case .lost where mayReconnect: mayReconnect = false
                case .conflict where conflictCount < settings.maxConflictRetries:
                    conflictCount += 1
                    pause(atMostMs: conflictCount * 10)
                case .lost, .unreachable, .conflict, .busy, .full, .refused, .damaged,
                    .forbidden, .unusable, .schema, .closed:
                    throw error
                }
            }
        }
    }

    func rows<Value>(
        _ statement: Statement,
        _ values: [SQLValue],
        _ read: (PostgresRow) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value] {
        let number = unsent.count
        unsent.append(.prepared(Write(statement, values)))
        var rows: Result<[Value], ArchiveError> = .success([])
        try exchange { answered, result in
            guard answered == number else { return }
            rows = Result { () throws(ArchiveError) in
                var rows: [Value] = []
                rows.reserveCapacity(result.rowCount)
                for index in 0..<result.rowCount {
                    rows.append(try read(PostgresRow(result: result, index: index)))
                }
                return rows
            }
        }
        return try rows.get()
    }

    func changes(_ writes: [Write]) throws(ArchiveError) -> [Int] {
        let first = unsent.count
        run(writes)
        var counts: [Int] = []
        counts.reserveCapacity(writes.count)
        try exchange { number, result in
            if number >= first { counts.append(result.changedCount) }
        }
        return counts
    }

    func run(_ writes: [Write]) {
        unsent += writes.map(PostgresCommand.prepared)
    }

    func execute(_ sql: String) {
        unsent.append(.once(sql))
    }

    func requireRightToCreate() throws(ArchiveError) {
        let refusals = try rows(.rightToCreate, []) { row throws(ArchiveError) -> String? in
            let user = row.text(0)
            guard !row.isNull(1) else {
                return "the user \(user) has no schema: its search_path names none that it may use"
            }
            guard row.text(2) == "f" else { return nil }
            return "the user \(user) may not create tables in schema \(row.text(1))"
        }
        if let refusal = refusals.first ?? nil { throw ArchiveError(.forbidden, refusal) }
    }

    func requireRights(to tables: Set<String>) throws(ArchiveError) {
        let missing = try rows(.missingRights, []) {
            (table: $0.text(0), right: $0.text(1), user: $0.text(2))
        }
        .filter { tables.contains($0.table) }
        guard let first = missing.first else { return }
        let rights = missing.filter { $0.table == first.table }.map(\.right)
        let others = Set(missing.map(\.table)).count - 1
        throw ArchiveError(
            .forbidden,
            "the user \(first.user) may not \(rights.joined(separator: ", ")) in table \(first.table)"
                + (others > 0 ? ", and lacks rights to \(others) others" : "")
        )
    }

    /// The server's own business, as are its references.
    func fileFlaws(_ depth: CheckDepth) -> [String] { [] }

    /// The server's own business: a vacuum removes erased data from its files.
    func purgeErased() {}

    func tidy() {}

    // MARK: One attempt

    private func attempt<Value>(
        _ purpose: TransactionPurpose,
        _ body: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        try connect()
        begin(purpose)
        do throws(ArchiveError) {
            let value = try body()
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    private func begin(_ purpose: TransactionPurpose) {
        timeoutMs = settings.answerTimeoutMs
        let access = purpose == .reading ? "REPEATABLE READ READ ONLY" : "READ COMMITTED READ WRITE"
        unsent.append(.begin("BEGIN ISOLATION LEVEL \(access)"))
        if link?.isPooled == true { unsent.append(.limits(settings, ofTransaction: true)) }
        guard purpose == .migrating else { return }
        timeoutMs = settings.migrationTimeoutMs
        execute("SET LOCAL statement_timeout = \(settings.migrationTimeoutMs)")
        execute("SET LOCAL lock_timeout = \(settings.migrationTimeoutMs)")
        execute("SELECT pg_advisory_xact_lock(\(Self.migrationLock))")
    }

    /// Any number that nobody else uses in this database: "tripto" in ASCII.
    private static let migrationLock: Int64 = 0x74_7269_7074_6F

    private func commit() throws(ArchiveError) {
        let number = unsent.count
        execute("COMMIT")
        var tag = ""
        try exchange { answered, result in if answered == number { tag = result.tag } }
        // Of a transaction that had failed, COMMIT says ROLLBACK.
        guard tag == "COMMIT" else { throw ArchiveError(.unusable, "\(url): COMMIT gave \(tag)") }
    }

    private func rollBack() {
        guard link != nil else { return }
        unsent = [.once("ROLLBACK")]
        // If that fails too, the connection goes, and the transaction with it.
        do throws(ArchiveError) { try exchange { _, _ in } } catch { link = nil }
    }

    private func exchange(_ read: (Int, PostgresResult) -> Void) throws(ArchiveError) {
        let commands = unsent
        unsent.removeAll(keepingCapacity: true)
        guard let link else { throw refusal }
        do throws(ArchiveError) {
            try link.exchange(commands, timeoutMs: timeoutMs, read)
            hasWorked = true
            backoff.succeeded()
        } catch {
            switch error.kind {
            case .lost: lose(error, mayComeBack: hasWorked)
            case .unreachable: lose(error, mayComeBack: false)
            case .conflict, .busy, .full, .refused, .damaged, .forbidden, .unusable, .schema,
                .closed:
                break
            }
            throw error
        }
    }

    private func pause(atMostMs: Int) {
        poll(nil, 0, Int32.random(in: 0...Int32(atMostMs)))
    }

    // MARK: The link

    /// - Throws: without waiting while it is too soon to try again.
    private func connect() throws(ArchiveError) {
        unsent.removeAll(keepingCapacity: true)
        guard link == nil else { return }
        guard backoff.allows(at: Monotonic.nowMs) else { throw refusal }
        do throws(ArchiveError) {
            link = try PostgresLink(url, settings)
            hasWorked = false
        } catch {
            lose(error, mayComeBack: false)
            throw error
        }
    }

    /// - Parameter mayComeBack: whether it is worth trying at once.
    private func lose(_ error: ArchiveError, mayComeBack: Bool) {
        link = nil
        failure = error
        guard !mayComeBack else { return }
        var random = SystemRandomNumberGenerator()
        backoff.failed(at: Monotonic.nowMs, &random)
    }

    /// Nothing was tried.
    private var refusal: ArchiveError {
        ArchiveError(.unreachable, failure?.description ?? "\(url): no connection")
    }
}

/// When to try again what has failed. Times are milliseconds on any clock that never goes back.
struct Backoff {
    private let minMs: Int64
    private let maxMs: Int64
    private var nextMs: Int64
    private var notBeforeMs = Int64.min

    init(minMs: Int64, maxMs: Int64) {
        self.minMs = minMs
        self.maxMs = maxMs
        nextMs = minMs
    }

    func allows(at nowMs: Int64) -> Bool { nowMs >= notBeforeMs }

    mutating func failed(at nowMs: Int64, _ random: inout some RandomNumberGenerator) {
        notBeforeMs = nowMs + nextMs + Int64.random(in: 0...nextMs / 2, using: &random)
        nextMs = min(nextMs * 2, maxMs)
    }

    mutating func succeeded() {
        nextMs = minMs
        notBeforeMs = .min
    }
}

/// A clock that never goes back (clock_gettime(2)).
enum Monotonic {
    static var nowMs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Settings of a Postgres archive. No call waits longer than these say, whatever the server does.
public struct PostgresSettings: Sendable {
    public var limits = ArchiveLimits()
    /// Seconds to wait for a connection to one address of the URL; libpq takes no less than 2. Looking
    /// up a host's name comes on top of it, as long as the system's resolver takes.
    public var connectTimeoutSeconds = 2
    /// Milliseconds within which all answers to one exchange must have come.
    public var answerTimeoutMs = 8_000
    /// Milliseconds after which the server itself gives up: a statement, …
    public var statementTimeoutMs = 5_000
    /// … waiting for a lock that another transaction holds, …
    public var lockTimeoutMs = 3_000
    /// … a transaction whose gateway has fallen silent.
    public var idleTransactionTimeoutMs = 10_000
    /// Milliseconds that one step of the schema may take, or waiting for another gateway to take it.
    public var migrationTimeoutMs = 300_000
    /// Retries of a transaction that gave in to another one.
    public var maxConflictRetries = 5
    /// Milliseconds that must pass between attempts to connect: they double up to the maximum. Each is
    /// stretched by up to a half at random, so that gateways do not come back in step.
    public var minBackoffMs: Int64 = 100
    public var maxBackoffMs: Int64 = 3_000

    public init() {}
}
