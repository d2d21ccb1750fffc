/// Times allowed to clients, in milliseconds (protocol §3 and §4).
///
/// Checked every `sweepMs`, so everything may last that much longer.
public struct SocketTimes: Hashable, Sendable {
    static let sweepMs: Int64 = 1_000
    /// Connections that a sweep pings, turns out or closes before others get their turn.
    static let maxSweptAtOnce = 128

    /// A request must have arrived whole by then.
    public var requestMs: Int64 = 5_000
    /// An HTTP connection without a request is kept this long.
    public var idleMs: Int64 = 60_000
    /// A client that has not said HELLO by then is closed.
    public var greetingMs: Int64 = 5_000
    /// A client that is silent for this long is pinged.
    public var pingMs: Int64 = 20_000
    /// A client that is silent for this long is gone.
    public var silenceMs: Int64 = 45_000
    /// The closing handshake.
    public var closingMs: Int64 = 2_000

    public init() {}
}
