import Protocol
import Redis

/// The names of one session's keys (T-8). The braces keep them on one slot of a Redis Cluster, so that
/// one script may touch them all.
struct RedisKeys {
    let session: SessionID

    /// Hash: the version, the latest snapshot, and how far the archive is; or `removed`.
    var state: RedisArgument { name("state") }
    /// Sorted set of packed entries by version: the tail after the snapshot, and what the archive has
    /// not got yet.
    var journal: RedisArgument { name("journal") }
    var brakeLock: RedisArgument { name("lock:brake") }
    /// Hash: viewer and end of each connection.
    var presence: RedisArgument { name("presence") }
    /// One key for each timer of the state; made and deleted by the scripts that change the state.
    var timers: RedisArgument { name("timer:") }
    /// Channel of what others must hear.
    var news: String { "session:{\(session)}:news" }

    private func name(_ kind: StaticString) -> RedisArgument {
        .text("session:{\(session)}:\(kind)")
    }

    static func joinCode(_ code: String) -> RedisArgument { .text("joincode:\(code)") }
    static func value(_ key: String) -> RedisArgument { .text("value:\(key)") }

    /// Sessions by the time of their earliest timer.
    static let due: RedisArgument = "timers:due"
    /// Sessions by the time at which a store last said that it archives them.
    static let waiting: RedisArgument = "outbox:waiting"
}
