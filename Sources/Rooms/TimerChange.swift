import GameState
import Protocol

/// One change in a TIMER_SYNC (G-47).
struct TimerChange {
    var timer: GameTimer
    var phase: TimerPhase
}

extension Frames {
    mutating func synchronise(_ change: TimerChange, at now: ServerTime, version: Int64?) {
        message("TIMER_SYNC", version: version) { writer in
            writer.beginObject()
            writer.member("timerId", change.timer.id.rawValue)
            writer.member("startAtServerMs", change.timer.startAt.ms)
            writer.member("durationMs", change.timer.durationMs)
            writer.member("phase", change.phase.rawValue)
            writer.member("paused", change.timer.pausedWithMs != nil)
            writer.member("remainingMs", change.timer.remainingMs(at: now))
            writer.endObject()
        }
    }
}

extension TimerChange {
    /// Changes of the timers between two states.
    ///
    /// - Parameter expired: the timer whose end brought the change about.
    static func between(
        _ old: [GameTimer],
        _ new: [GameTimer],
        expired: TimerID?
    ) -> [TimerChange] {
        guard old != new else { return [] }
        let (old, new) = (old.filter(\.isShown), new.filter(\.isShown))
        var changes: [TimerChange] = []
        for timer in old where !new.contains(where: { $0.id == timer.id }) {
            changes.append(
                TimerChange(timer: timer, phase: timer.id == expired ? .expired : .cancelled)
            )
        }
        for timer in new {
            guard let before = old.first(where: { $0.id == timer.id }) else {
                changes.append(TimerChange(timer: timer, phase: .started))
                continue
            }
            guard timer != before else { continue }
            switch (before.pausedWithMs, timer.pausedWithMs) {
            case (nil, .some): changes.append(TimerChange(timer: timer, phase: .paused))
            case (.some, nil): changes.append(TimerChange(timer: timer, phase: .resumed))
            case (nil, nil), (.some, .some):
                changes.append(TimerChange(timer: timer, phase: .adjusted))
            }
        }
        return changes
    }
}
