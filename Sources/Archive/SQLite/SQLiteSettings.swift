/// Settings of a SQLite archive.
public struct SQLiteSettings: Sendable {
    public var limits = ArchiveLimits()
    /// Waits for the disk with every commit (`synchronous=FULL`): then not even a power cut takes an
    /// entry that was completed (docs/decisions/0003-sqlite-durability.md).
    public var fullSync = false
    /// Milliseconds to wait for another process that holds the database, such as a backup.
    public var busyTimeoutMs = 2_000
    /// The database's file takes no more than this, as if the disk were full; nil: no limit.
    public var maxFileBytes: Int?

    public init() {}
}
