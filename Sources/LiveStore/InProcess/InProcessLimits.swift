/// Limits of an in-process store; past them calls complete with `.unavailable`.
public struct InProcessLimits: Sendable {
    /// Sessions, and as many join codes.
    public var maxSessions = 250_000
    /// Steps of one session that wait behind the one the outbox is writing.
    public var maxWaitingPerSession = 64
    /// Small values (`put`).
    public var maxValues = 100_000
    /// Connections of one session whose presence is kept; those past it are not seen by others.
    public var maxConnectionsPerSession = 20_000
    /// Milliseconds after its last change until a session is forgotten (G-82).
    public var stateTTLMs = 24 * 60 * 60 * 1000

    public init() {}
}
