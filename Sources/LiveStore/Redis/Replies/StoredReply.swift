import Protocol
import Redis

/// Reads the reply of the scripts' `stored`.
enum StoredReply {
    /// - Parameter since: the version that the asker has.
    /// - Throws: also when entries are missing.
    static func read(_ reply: RedisReply, since: Int64?) throws(Unreadable) -> Stored {
        guard let items = reply.items, let kind = items.first?.number else {
            throw Unreadable("a reply about a session")
        }
        switch kind {
        case RedisScript.Reply.nothing: return .nothing
        case RedisScript.Reply.removed: return .removed
        case RedisScript.Reply.state where items.count == 5:
            return .state(try state(items, since: since))
        case _: throw Unreadable("a reply about a session")
        }
    }

    private static func state(
        _ items: [RedisReply],
        since: Int64?
    ) throws(Unreadable) -> StoredState {
        guard let version = items[1].number, let packed = items[4].items else {
            throw Unreadable("a session's version")
        }
        var snapshot: Snapshot?
        if items[2] != .null {
            guard let version = items[2].number, let bytes = items[3].bytes else {
                throw Unreadable("a session's snapshot")
            }
            snapshot = Snapshot(version: version, state: EncodedState(value: nil) { bytes })
        }
        guard let start = snapshot?.version ?? since else {
            throw Unreadable("a session's snapshot")
        }
        var entries: [CommittedEntry] = []
        entries.reserveCapacity(packed.count)
        var last = start
        for item in packed {
            guard let bytes = item.bytes else { throw Unreadable("an entry of the journal") }
            let entry = try PackedEntry(bytes)
            guard entry.previousVersion == last else {
                throw Unreadable("entries between versions \(last) and \(entry.version)")
            }
            last = entry.version
            entries.append(entry.committed)
        }
        guard last == version else {
            throw Unreadable("entries between versions \(last) and \(version)")
        }
        return StoredState(version: version, snapshot: snapshot, entries: entries)
    }
}
