import Protocol

/// Law 6 by our own clock: whatever the server's clock says, a timer takes the time it was given.
struct DueLaw {
    /// What deliveries may differ by on a busy machine; timers not much longer say nothing.
    static let toleranceUs: Int64 = 1_000_000
    static let maxTimers = 1_024

    /// What a message may be late by beyond that.
    var lagUs: Int64 = 0
    private var dueUs: [String: Int64] = [:]

    /// A document shows a timer that runs.
    ///
    /// - Parameter serverTimeMs: of the message that brought the document.
    mutating func saw(_ timer: TimerLaw.Timer, serverTimeMs: Int64, nowUs: Int64) {
        guard !timer.isPaused else { return }
        if dueUs.count >= Self.maxTimers { dueUs = [:] }
        let due = nowUs + (timer.endMs - serverTimeMs) * 1_000
        dueUs[timer.id] = min(due, dueUs[timer.id] ?? .max)
    }

    /// It is gone, and nobody has ended it.
    func ranOut(_ timer: TimerLaw.Timer, nowUs: Int64) -> String? {
        guard let due = dueUs[timer.id], nowUs < due - Self.toleranceUs - lagUs else { return nil }
        return "\(timer.phase)'s timer ran out \((due - nowUs) / 1_000) ms early by our clock"
    }
}
