import GameState
import Protocol
import Redis

/// Reads the reply of the scripts' `stored`.
enum StoredReply {
    /// - Parameter since: the version that the asker has.
    /// - Throws: also when entries are missing.
    static func read(_ reply: RedisReply, since: Int64?) throws(Unreadable) -> LoadResult {
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
    ) throws(Unreadable) -> StoredSession {
        guard let version = items[1].number, let packed = items[4].items else {
            throw Unreadable("a session's version")
        }
        var snapshot: Snapshot?
        if items[2] != .null {
            guard let version = items[2].number, let bytes = items[3].bytes else {
                throw Unreadable("a session's snapshot")
            }
            snapshot = Snapshot(version: version, state: LazyState(value: nil) { bytes })
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
        return StoredSession(version: version, snapshot: snapshot, entries: entries)
    }
}

/// Sessions handed out from an index.
struct HandedOutReply {
    /// By Redis' clock.
    let now: ServerTime
    /// New score of those sessions: a store that finds it later knows that nobody has touched them.
    let score: String
    let sessions: [SessionID]

    init(_ reply: RedisReply) throws(Unreadable) {
        guard let items = reply.items, items.count == 3, let now = items[0].number,
            let score = items[1].text, let found = items[2].items
        else { throw Unreadable("an index") }
        self.now = ServerTime(ms: now)
        self.score = score
        sessions = found.compactMap { $0.text.map(SessionID.init(rawValue:)) }
    }
}

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

extension Commit {
    /// The other one that kept the commit script from its work; nil for another reply.
    func refusal(_ reply: RedisReply) throws(Unreadable) -> CommitOutcome? {
        if let seating, let newer = try SeatReply.replacing(seating, reply) {
            return .replaced(by: newer)
        }
        return try claims.held(reply).map { .claimed($0.id, by: $0.holder) }
    }
}

extension ClaimChange {
    /// The claim that the commit script found in somebody's hands; nil for another reply.
    func held(_ reply: RedisReply) throws(Unreadable) -> (
        id: ClaimID, holder: PlayerID
    )? {
        guard let items = reply.items, items.first?.number == RedisScript.Reply.claimed,
            items.count == 3
        else { return nil }
        let ids = ids
        guard let place = items[1].number, ids.indices.contains(Int(place)),
            let holder = items[2].text
        else { throw Unreadable("a claim") }
        return (ids[Int(place)], PlayerID(ofPackedClaim: holder))
    }
}

/// Reads scripts' replies about seats.
enum SeatReply {
    /// - Parameter known: the seating with the order that the bid was made after.
    static func read(_ reply: RedisReply, to known: Seating) throws(Unreadable) -> SeatBid {
        guard let items = reply.items, let kind = items.first?.number else {
            throw Unreadable("a reply about a seat")
        }
        switch kind {
        case RedisScript.Reply.removed: return .removed
        case RedisScript.Reply.done where items.count == 2:
            guard let order = items[1].number else { throw Unreadable("a seating") }
            return .granted(Seating(known.viewer, on: known.connection, order: order))
        case RedisScript.Reply.held where items.count == 2:
            return .held(try seating(known.viewer, items[1]))
        case _: throw Unreadable("a reply about a seat")
        }
    }

    /// The seating that has replaced the one a commit came by; nil for another reply.
    fileprivate static func replacing(
        _ seating: Seating,
        _ reply: RedisReply
    ) throws(Unreadable) -> Seating? {
        guard let items = reply.items, items.first?.number == RedisScript.Reply.replaced,
            items.count == 2
        else { return nil }
        return try self.seating(seating.viewer, items[1])
    }

    /// Viewers and their seatings by turns.
    static func newer(_ reply: RedisReply) throws(Unreadable) -> [Seating] {
        guard let items = reply.items, items.count.isMultiple(of: 2) else {
            throw Unreadable("the seatings")
        }
        var seatings: [Seating] = []
        for index in stride(from: 0, to: items.count, by: 2) {
            guard let viewer = items[index].text else { throw Unreadable("the seatings") }
            seatings.append(try seating(try Viewer(packed: viewer), items[index + 1]))
        }
        return seatings
    }

    private static func seating(
        _ viewer: Viewer,
        _ reply: RedisReply
    ) throws(Unreadable) -> Seating {
        guard let bytes = reply.bytes else { throw Unreadable("a seating") }
        return try Seating(viewer, packed: bytes)
    }
}

/// Reads scripts' replies about who is connected.
enum PresenceReply {
    static func pulse(_ reply: RedisReply) throws(Unreadable) -> Pulse {
        guard let items = reply.items, items.count == 4, let kind = items[0].number else {
            throw Unreadable("a pulse")
        }
        let session: Pulse.Session
        switch kind {
        case RedisScript.Reply.nothing: session = .nothing
        case RedisScript.Reply.removed: session = .removed
        case _:
            guard let version = items[1].number else { throw Unreadable("a session's version") }
            session = .version(version)
        }
        return Pulse(
            session: session,
            viewers: try viewers(items[2]),
            newer: try SeatReply.newer(items[3])
        )
    }

    /// Connections and viewers by turns.
    static func viewers(_ reply: RedisReply) throws(Unreadable) -> [ConnectionID: Viewer] {
        guard let items = reply.items, items.count.isMultiple(of: 2) else {
            throw Unreadable("the presence")
        }
        var viewers: [ConnectionID: Viewer] = [:]
        viewers.reserveCapacity(items.count / 2)
        for index in stride(from: 0, to: items.count, by: 2) {
            guard let connection = items[index].text, let viewer = items[index + 1].text else {
                throw Unreadable("the presence")
            }
            viewers[ConnectionID(rawValue: connection)] = try Viewer(packed: viewer)
        }
        return viewers
    }
}

// Values of a script's reply, where it has them.
extension RedisReply {
    var items: [RedisReply]? {
        if case .array(let items) = self { items } else { nil }
    }

    var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// Valid UTF-8.
    var text: String? {
        bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Also one in decimal digits.
    var number: Int64? {
        switch self {
        case .integer(let number): number
        case .bytes(let digits): Int64(digits: digits)
        case .null, .status, .array, .error: nil
        }
    }
}

extension Result<RedisReply, RedisError> {
    /// Value of a reply, or the reason why it has none.
    func read<Value>(
        _ value: (RedisReply) throws(Unreadable) -> Value
    ) -> Result<Value, LiveStoreError> {
        switch self {
        case .failure(let error):
            switch error {
            case .unavailable: return .failure(.unavailable("\(error)"))
            case .lost: return .failure(.unanswered("\(error)"))
            }
        case .success(.error(let text)): return .failure(LiveStoreError(redisError: text))
        case .success(let reply):
            do throws(Unreadable) {
                return .success(try value(reply))
            } catch {
                return .failure(.unreadable(error.what))
            }
        }
    }
}

extension LiveStoreError {
    /// Bytes of Redis' words that are passed on: it may repeat stored data.
    private static let maxShown = 200

    /// A failed script, or a key of another kind, is the session's trouble; all else is Redis' own.
    init(redisError text: String) {
        let shown = String(decoding: text.utf8.prefix(Self.maxShown), as: UTF8.self)
        switch text.prefix(while: { $0 != " " }) {
        case _ where RedisRights.isRefusal(text): self = .unavailable(shown)
        case "ERR", "WRONGTYPE": self = .unreadable(shown)
        case _: self = .unavailable(shown)
        }
    }
}
