/// How much an archive takes at a time.
public struct ArchiveLimits: Sendable {
    /// Entries that share one transaction.
    public var maxBatchEntries = 256
    /// Entries, and other calls, that wait for the archive's queue; past it calls fail at once.
    public var maxWaitingEntries = 65_536

    public init() {}
}
