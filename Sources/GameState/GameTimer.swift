public import Protocol

/// A deadline of a game as its state holds it and as clients see it (`timers[]`, TIMER_SYNC).
///
/// While it runs its end is `startAt + durationMs`; a pause keeps what remains, and going on shifts
/// `startAt` so that the same sum holds again.
public struct GameTimer: Codable, Equatable, Sendable {
    public var id: TimerID
    public var startAt: ServerTime
    public var durationMs: Int64
    /// Milliseconds left, when the game is paused; nil while it runs.
    public var pausedWithMs: Int64?

    public init(id: TimerID, startAt: ServerTime, durationMs: Int64) {
        self.id = id
        self.startAt = startAt
        self.durationMs = durationMs
    }

    /// When it runs out; nil while it is paused.
    public var deadline: ServerTime? { pausedWithMs == nil ? startAt + durationMs : nil }

    public func remainingMs(at now: ServerTime) -> Int64 {
        pausedWithMs ?? max(0, startAt + durationMs - now)
    }

    public mutating func pause(at now: ServerTime) {
        guard pausedWithMs == nil else { return }
        pausedWithMs = remainingMs(at: now)
    }

    public mutating func resume(at now: ServerTime) {
        guard let remainingMs = pausedWithMs else { return }
        pausedWithMs = nil
        startAt = now + (remainingMs - durationMs)
    }
}
