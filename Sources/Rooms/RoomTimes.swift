import Protocol
import Timers

/// The rhythms of a room, in milliseconds.
public enum RoomTimes {
    /// A connection that comes back within this was never gone, as far as the room is told.
    public static let dropGraceMs: Int64 = 2_000
    /// Clients of a gateway that died come back within this; until then nobody is missed.
    public static let homecomingMs: Int64 = 5_000
    /// A session that nobody is connected to ends (G-26).
    public static let idleMs: Int64 = 4 * 3_600_000
    /// A session that is over is forgotten once nobody has been connected for this long.
    public static let farewellMs: Int64 = 10 * 60_000
    /// An empty room goes to rest after this, unless it is told otherwise.
    public static let quietMs: Int64 = 60_000
    /// A rest that would be shorter is none: until the next beat.
    static let shortestRestMs: Int64 = 10_000
    /// Interval at which a room at rest is woken while somebody is shown as connected: on another
    /// gateway, as long as that lives.
    static let lookMs: Int64 = 60_000
    /// Until a room at rest that could not be woken is tried again.
    static let wakeAgainMs: Int64 = 1_000
    /// Time for the archive to report its version of a session that is opened.
    public static let maxAskingMs: Int64 = 500
    /// Time for which a client waits to hear the fate of a command whose commit was not answered.
    public static let doubtMs: Int64 = 10_000
    /// Time for which a client waits for its seat while the store can't be reached.
    static let bidMs: Int64 = 2_000
    /// Time for which a whole state that was asked for may be on its way.
    static let askAgainMs: Int64 = 1_000
    static let firstRetryMs: Int64 = 200
    static let maxRetryMs: Int64 = 1_000
}

extension TokenBucket {
    /// 20 connections in 20 seconds per viewer.
    static let greetings = TokenBucket(burst: 20, perMs: 20_000)
    /// Reactions on the screens of one room: what comes beyond them is not shown.
    static let reactions = TokenBucket(burst: 12, perMs: 3_000)
}

/// The times at which rooms beat: each every `periodMs`, all of them at a few common times.
///
/// Waking an idle core costs more than a beat, so that rooms share it; all at one time, thousands of
/// them would keep everybody else waiting.
enum Heartbeat {
    static let periodMs: Int64 = 10_000
    /// Between two common times.
    static let stepMs: Int64 = 100

    /// A room's place among the common times of a period.
    static func phaseMs(_ randomNumber: UInt64) -> Int64 {
        Int64(randomNumber % UInt64(periodMs / stepMs)) * stepMs
    }

    /// - Returns: the first time after `now` that is `phaseMs` behind a multiple of the period.
    static func next(after now: ServerTime, phaseMs: Int64) -> ServerTime {
        let sincePhase = (now.ms - phaseMs) % periodMs
        let sinceBeat = sincePhase < 0 ? sincePhase + periodMs : sincePhase
        return now + (periodMs - sinceBeat)
    }
}
