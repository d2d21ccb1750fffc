/// Limits of an archive's queue.
public struct ArchiveLimits: Sendable {
    /// Entries that share one transaction.
    public var maxBatchEntries = 256
    /// Entries, and other calls, that wait for the archive's queue; past it calls fail at once.
    public var maxWaitingEntries = 65_536

    /// Milliseconds that a client's call waits for the archive …
    public var maxWaitMs = 2_000
    /// … and after one that waited in vain, until the archive completes a call again.
    public var doubtfulWaitMs = 250

    public init() {}
}
