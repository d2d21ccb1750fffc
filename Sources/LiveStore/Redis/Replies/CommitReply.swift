import Protocol
import Redis

/// Reply of the commit script when the step stands.
struct CommitReply {
    /// Entries and bytes after the snapshot.
    let tailCount: Int64
    let tailBytes: Int64
    /// Entries in the journal.
    let journalCount: Int64
    let archivedVersion: Int64
    /// The earliest deadline before the step.
    let previousDue: ServerTime?

    /// Nil for another reply.
    init?(_ reply: RedisReply) {
        guard let items = reply.items, items.count == 6,
            items[0].number == RedisScript.Reply.done, let tailCount = items[1].number,
            let tailBytes = items[2].number, let journalCount = items[3].number,
            let archivedVersion = items[4].number
        else { return nil }
        self.tailCount = tailCount
        self.tailBytes = tailBytes
        self.journalCount = journalCount
        self.archivedVersion = archivedVersion
        previousDue = items[5].number.map { ServerTime(ms: $0) }
    }
}
