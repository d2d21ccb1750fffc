import Protocol

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
