import GameState
import Protocol
import Redis

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
    func claim(_ id: ClaimID) -> RedisArgument { .text(prefix + "lock:" + id.rawValue) }
    /// Those of every claim there is.
    var claims: [RedisArgument] { ClaimID.allCases.map(claim) }
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
