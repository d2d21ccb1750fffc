import Timers

/// The rhythms of a room, in milliseconds.
enum RoomTimes {
    /// A connection that comes back within this was never gone, as far as the room is told.
    package static let dropGraceMs: Int64 = 2_000
    /// Clients of a gateway that died come back within this; until then nobody is missed.
    package static let homecomingMs: Int64 = 5_000
    /// A session that nobody is connected to ends (G-26).
    static let idleMs: Int64 = 4 * 3_600_000
    /// A session that is over is forgotten once nobody is connected for so long.
    static let farewellMs: Int64 = 10 * 60_000
    /// So long a client waits to hear what became of a command whose commit was not answered.
    static let doubtMs: Int64 = 10_000
    /// So long a client waits for its seat while the store can't be reached.
    static let claimMs: Int64 = 2_000
    /// So long a whole state that was asked for may be on its way.
    static let askAgainMs: Int64 = 1_000
    static let firstRetryMs: Int64 = 200
    static let maxRetryMs: Int64 = 1_000
}

extension TokenBucket {
    /// 20 connections in 20 seconds per viewer.
    static let greetings = TokenBucket(burst: 20, perMs: 20_000)
    /// 6 answers in 10 seconds per player.
    static let answers = TokenBucket(burst: 6, perMs: 10_000)
}
