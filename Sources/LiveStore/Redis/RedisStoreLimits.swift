import GameState
public import Protocol
import Redis

/// Limits of one Redis store, and the intervals of its upkeep. Durations in ms.
public struct RedisStoreLimits: Sendable {
    /// After its last change a session is forgotten (G-82), and so is what a join code leads to.
    public var stateTTLMs = 24 * 60 * 60 * 1000
    /// A connection whose presence is not renewed is forgotten (G-82).
    public var presenceTTLMs = Presence.ttlMs
    /// A timer's key outlives the timer (G-82).
    public var timerGraceMs: Int64 = 60 * 60 * 1000
    /// Connections of one session whose presence is kept; those past it are not seen by others.
    public var maxConnectionsPerSession = 20_000

    /// Time for which commits wait after Redis was lost and another server answers: longer than any
    /// gateway takes to find it again.
    public var settlingMs: Int64 = 3_000

    /// Entries, and their bytes, after which a new snapshot is due.
    public var maxTailCount: Int64 = 64
    public var maxTailBytes: Int64 = 64 * 1024

    /// Entries of one session in its journal; past it its commits fail until the archive has taken some.
    public var maxJournalCount: Int64 = 20_000
    /// Bytes of own entries that the archive has not got; past it all commits fail.
    public var maxKeptBytes = 64 * 1024 * 1024
    /// Entries, and sessions, of one append to the archive.
    public var maxAppendedCount = 512
    public var maxAppendedSessions = 256
    /// Entries of a session, and sessions, that are read from Redis at one time for the archive.
    public var maxReadCount = 64
    public var maxReading = 64
    /// Until entries that the archive refused are offered again; twice as long each time.
    public var firstRetryMs: Int64 = 200
    public var maxRetryMs: Int64 = 5_000
    /// Time for which `close` waits for the archive.
    public var closingMs: Int64 = 5_000

    /// A session's mark in `outbox:waiting` is not renewed sooner than this …
    public var markMs: Int64 = 2_000
    /// … goes when nothing has waited for this long: longer than `markMs`, so that a store that has
    /// not renewed a mark yet still finds it there …
    public var quietMs: Int64 = 3_000
    /// … and is taken over by another store when it is this old.
    public var adoptionMs: Int64 = 5_000
    /// Intervals between looks at marks, own ones and others'.
    public var sweepMs: Int64 = 1_000
    public var adoptingMs: Int64 = 2_000
    /// Sessions that one look takes over, or that one `handOutOverdue` hands out.
    public var maxHandedOut: Int64 = 64
    /// Sessions of a gateway that leaves that are taken at once: others get some too.
    public var maxTaken: Int64 = 16
    /// Sessions that are left with one command.
    public var maxLeft = 512
    /// A session that was left and taken by nobody is forgotten: its timers are overdue by then.
    public var leftTTLMs = 10_000
    /// A session that was handed out is not handed out again for this long.
    public var handedOutMs: Int64 = 5_000

    public init() {}
}

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

/// The names of one session's keys (T-8). The braces keep them on one slot of a Redis Cluster, so that
/// one script may touch them all.
struct RedisKeys {
    private let prefix: String

    init(session: SessionID) {
        prefix = "session:{" + session.rawValue + "}:"
    }

    /// Hash: the version, the latest snapshot, and how far the archive is; or `removed`.
    var state: RedisArgument { .text(prefix + "state") }
    /// Sorted set of packed entries by version: the tail after the snapshot, and what the archive has
    /// not got yet.
    var journal: RedisArgument { .text(prefix + "journal") }
    /// A claim of one player; gone with the step that gives it up, or by itself.
    func claim(_ id: ClaimID) -> RedisArgument { .text(prefix + "lock:" + id.name) }
    /// Hash: viewer and end of each connection.
    var presence: RedisArgument { .text(prefix + "presence") }
    /// One key for each timer of the state; made and deleted by the scripts that change the state.
    var timers: RedisArgument { .text(prefix + "timer:") }
    /// Channel of what others must hear.
    var news: String { prefix + "news" }

    static func joinCode(_ code: String) -> RedisArgument { .text("joincode:" + code) }
    static func value(_ key: String) -> RedisArgument { .text("value:" + key) }

    /// Written by a store, and deleted, to prove that it can.
    static let proof: RedisArgument = "proof"
    /// Set of sessions whose timers run and whose gateway goes away; also the channel that says so.
    static let left = "rooms:left"
    /// Sessions by the time of their earliest timer.
    static let due: RedisArgument = "timers:due"
    /// Sessions by the time at which a store last said that it archives them.
    static let waiting: RedisArgument = "outbox:waiting"
}
