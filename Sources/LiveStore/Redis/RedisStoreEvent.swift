public import Protocol

/// An event for the log that no completion reports.
public enum RedisStoreEvent: Hashable, Sendable {
    /// Data that we did not write, under a key of the session (nil: of an index), or on its channel.
    case unreadable(SessionID?, String)
    /// Entries that another store left were handed to the archive.
    case adopted(SessionID, entryCount: Int)
    /// The archive did not take entries; they are offered again after this many ms.
    case refusedByArchive(LiveStoreError, retryMs: Int64)
    /// Redis refuses writes with an error, such as when its memory is full; reported once until it
    /// takes one.
    case refusedByRedis(String)
    /// Redis takes writes again.
    case takenByRedis
    /// News of a session (of none: of rooms that are left) can't be followed.
    case notFollowed(SessionID?, String)
}
