public import Protocol

/// What an operator may want to know and nobody's completion tells; for a log.
public enum RedisStoreEvent: Hashable, Sendable {
    /// Under a key of the session (of none: of an index), or on its channel, stands what we did not
    /// write.
    case unreadable(SessionID?, String)
    /// Entries that another store left were handed to the archive.
    case adopted(SessionID, entryCount: Int)
    /// The archive did not take entries; they are offered again in so many ms.
    case refusedByArchive(LiveStoreError, retryMs: Int64)
    /// Redis answers with an error what is to be written, such as when its memory is full; told once until
    /// it takes something.
    case refusedByRedis(String)
    /// Redis takes again what is to be written.
    case takenByRedis
    /// News of a session (of none: of rooms that are left) can't be followed.
    case notFollowed(SessionID?, String)
}
