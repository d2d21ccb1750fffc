/// A moment on the server's clock: whole milliseconds since 1970-01-01T00:00:00Z.
///
/// The only time that rules, timers and the wire know. It never goes back: its makers count on from
/// a start with a monotonic clock.
public struct ServerTime: Hashable, Comparable, Codable, Sendable {
    /// The last moment that may come from outside: within it sums and differences can't overflow.
    public static let maxMs: Int64 = 1 << 53

    public var ms: Int64

    public init(ms: Int64) {
        self.ms = ms
    }

    public init(from decoder: any Decoder) throws {
        ms = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ms)
    }

    public static func < (one: ServerTime, other: ServerTime) -> Bool {
        one.ms < other.ms
    }

    public static func + (time: ServerTime, durationMs: Int64) -> ServerTime {
        ServerTime(ms: time.ms + durationMs)
    }

    /// Milliseconds from `earlier` to `later`.
    public static func - (later: ServerTime, earlier: ServerTime) -> Int64 {
        later.ms - earlier.ms
    }
}

/// Tells the time and runs things later, on one serial queue.
///
/// An event loop is one; a simulation brings its own with a clock that it turns by hand. Everything
/// here is called on that queue.
public protocol Scheduler: AnyObject {
    var now: ServerTime { get }

    /// Runs `action` once at `time` or soon after, never before it; at the end of this turn if it is
    /// past already.
    func schedule(at time: ServerTime, _ action: @escaping () -> Void) -> Deadline

    /// Forgets a deadline; harmless when it has fired or is unknown.
    func cancel(_ deadline: Deadline)

    /// Runs `action` at the end of the current turn.
    func afterTurn(_ action: @escaping () -> Void)
}
