import GameState
import Protocol
import Redis

/// Timers as a script of Redis takes them: for each its id, its data as JSON, and how long the key of
/// its own is kept.
enum PackedTimers {
    static func append(
        _ timers: [GameTimer],
        at now: ServerTime,
        graceMs: Int64,
        to arguments: inout [RedisArgument]
    ) {
        for timer in timers {
            arguments.append(.text(timer.id.rawValue))
            arguments.append(.bytes(data(timer)))
            arguments.append(.integer(timer.remainingMs(at: now) + graceMs))
        }
    }

    private static func data(_ timer: GameTimer) -> [UInt8] {
        var writer = JSONWriter(reserving: 80)
        writer.beginObject()
        writer.member("startAt", timer.startAt.ms)
        writer.member("durationMs", timer.durationMs)
        if let pausedWithMs = timer.pausedWithMs { writer.member("pausedWithMs", pausedWithMs) }
        writer.endObject()
        return writer.bytes
    }
}
