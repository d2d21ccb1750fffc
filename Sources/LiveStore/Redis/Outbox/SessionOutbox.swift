import GameState
import Protocol

/// Entries of one session on their way to the archive, as one store sees them. Confined to its loop.
final class SessionOutbox {
    enum Stage {
        case idle
        /// In the outbox's queue.
        case queued
        /// Redis is asked for what others committed.
        case reading
        /// With the archive.
        case appending
    }

    /// Value that the session's place in `outbox:waiting` was last set to.
    struct Mark {
        let score: String
        let at: ServerTime
        /// False once a commit's fate is unknown: others must look, even when nothing waits here.
        var isOurs = true
    }

    var stage = Stage.idle
    /// Sent to Redis and not answered.
    var commitsUnderWay = 0
    var mark: Mark?
    /// Version up to which all is archived, as far as this store knows.
    var archivedVersion: Int64 = 0
    /// Entries in Redis' journal, as last reported.
    var journalCount: Int64 = 0
    /// This store's entries that the archive has not got, in order.
    var own: [UnarchivedEntry] = []
    /// Entries that Redis has and the archive has not, own ones among them, in order: appended first.
    var read: [UnarchivedEntry] = []
    var mustRead = false
    /// An entry was missing in the last read: it may come, when its store puts it back.
    var hasGap = false
    /// Left behind by another store: it is read to its end.
    var isAdopted = false

    /// True when something waits for the archive.
    var isWaiting: Bool { !own.isEmpty || !read.isEmpty || mustRead }

    var isDone: Bool { !isWaiting && stage == .idle && commitsUnderWay == 0 }

    /// Entries that continue the archived ones; none when others' may come before them.
    var next: ArraySlice<UnarchivedEntry> {
        guard read.isEmpty else { return read[...] }
        guard !mustRead else { return [] }
        var last = archivedVersion
        return own.prefix { kept in
            guard kept.packed.previousVersion <= last else { return false }
            last = kept.packed.version
            return true
        }
    }

    /// - Returns: the bytes that need not be kept any more.
    func archived(_ version: Int64) -> Int {
        archivedVersion = max(archivedVersion, version)
        read.removeAll { $0.packed.version <= version }
        let count = own.prefix { $0.packed.version <= archivedVersion }.count
        let byteCount = own[..<count].reduce(0) { $0 + $1.byteCount }
        own.removeFirst(count)
        return byteCount
    }

    /// Takes entries from Redis that the archive has not got.
    ///
    /// - Parameter mayBeMore: it has more, after the last of these.
    func took(_ entries: [UnarchivedEntry], mayBeMore: Bool) {
        // Entries that nobody can read are not waited for.
        mustRead = mayBeMore && !entries.isEmpty
        let lastRead = mustRead ? entries.last?.packed.version ?? 0 : .max
        let known = Set(own.map(\.packed.version))
        let others = entries.filter { !known.contains($0.packed.version) }
        read = (others + own.filter { $0.packed.version <= lastRead })
            .sorted { $0.packed.version < $1.packed.version }
        let isGap = read.first.map { $0.packed.previousVersion > archivedVersion } ?? false
        if isGap, !hasGap {
            hasGap = true
            mustRead = true
            read = []
        } else {
            hasGap = false
        }
    }
}

/// An entry in memory: a store keeps its own until the archive has them, so that a Redis that lost
/// them gets them back.
struct UnarchivedEntry {
    /// Approximate cost of an entry besides its bytes.
    private static let overheadBytes = 256

    let packed: PackedEntry
    let facts: [Fact]

    var byteCount: Int { packed.bytes.count + Self.overheadBytes }
}
