public import Protocol

/// A deadline of a game as its state holds it and as clients see it (`timers[]`, TIMER_SYNC).
///
/// While it runs its end is `startAt + durationMs`; a pause keeps what remains, and going on shifts
/// `startAt` so that the same sum holds again.
public struct GameTimer: Codable, Equatable, Sendable {
    public var id: TimerID
    public var startAt: ServerTime
    public var durationMs: Int64
    /// Milliseconds left, when the game is paused; nil while it runs. More than its duration where it has not
    /// started yet.
    public var pausedWithMs: Int64?
    /// Milliseconds that were left when it last began to run.
    public private(set) var ranOnWithMs: Int64
    /// True for a timer that clients are told of. The others keep house: the patience with slow
    /// content, the moment of the confetti.
    public let isShown: Bool

    public init(id: TimerID, startAt: ServerTime, durationMs: Int64, isShown: Bool = true) {
        self.id = id
        self.startAt = startAt
        self.durationMs = durationMs
        ranOnWithMs = durationMs
        self.isShown = isShown
    }

    /// When it runs out; nil while it is paused.
    public var deadline: ServerTime? { pausedWithMs == nil ? startAt + durationMs : nil }

    /// No more than it takes, also before it has started.
    public func remainingMs(at now: ServerTime) -> Int64 {
        min(durationMs, pausedWithMs ?? max(0, startAt + durationMs - now))
    }

    /// - Parameter keepsLead: whether the time until its start, where that is still to come, is kept with the rest.
    public mutating func pause(at now: ServerTime, keepsLead: Bool) {
        guard pausedWithMs == nil else { return }
        pausedWithMs = keepsLead ? max(0, startAt + durationMs - now) : remainingMs(at: now)
    }

    /// Changes what is left of it; it began when it did.
    public mutating func keep(_ leftMs: Int64, at now: ServerTime) {
        let change = leftMs - remainingMs(at: now)
        durationMs += change
        ranOnWithMs += change
        if pausedWithMs != nil { pausedWithMs = leftMs }
    }

    public mutating func resume(at now: ServerTime) {
        guard let remainingMs = pausedWithMs else { return }
        pausedWithMs = nil
        ranOnWithMs = min(durationMs, remainingMs)
        startAt = now + (remainingMs - durationMs)
    }
}

/// Latest change of a timer, as `timers[]` and TIMER_SYNC say it (G-47).
public enum TimerPhase: String, Codable, CaseIterable, Sendable, DocumentValue {
    case started, sync, paused, resumed, adjusted, expired, cancelled

    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}

/// A timer as the document shows it.
///
/// A document tells no time of its own, so `remainingMs` of a running timer is what remained when it
/// last began to run. Paused, it is what remains.
public struct TimerPart: DocumentObject {
    private let timer: GameTimer

    public init(_ timer: GameTimer) {
        self.timer = timer
    }

    public func members(of fields: inout DocumentWriter, since old: TimerPart?) {
        fields.member("timerId", timer.id, was: old?.timer.id)
        fields.member("phase", phase, was: old?.phase)
        fields.member("startAtServerMs", timer.startAt, was: old?.timer.startAt)
        fields.member("durationMs", timer.durationMs, was: old?.timer.durationMs)
        fields.member("paused", isPaused, was: old?.isPaused)
        fields.member("remainingMs", remainingMs, was: old?.remainingMs)
    }

    /// One takes the place of another: a game shows one at a time, and its change is the smaller patch.
    public func isSameThing(as other: TimerPart) -> Bool { true }

    private var isPaused: Bool { timer.pausedWithMs != nil }
    private var phase: TimerPhase { isPaused ? .paused : .started }
    private var remainingMs: Int64 {
        timer.pausedWithMs.map { min(timer.durationMs, $0) } ?? timer.ranOnWithMs
    }
}
