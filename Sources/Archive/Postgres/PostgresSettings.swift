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
