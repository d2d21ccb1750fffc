/// What one connection may cost; named, so that they can be set and written down.
public struct ConnectionLimits: Hashable, Sendable {
    /// Bytes that may wait for a slow peer behind those being written.
    public var maxBacklogBytes = 256 * 1024
    /// How long a peer may take nothing of what waits for it.
    public var stallMs = 20_000
    /// How long a TLS handshake may last.
    public var handshakeMs = 5_000
    /// Connections of one loop beyond which new ones are closed at once.
    public var maxConnections = 100_000

    public init(
        maxBacklogBytes: Int = 256 * 1024,
        stallMs: Int = 20_000,
        handshakeMs: Int = 5_000,
        maxConnections: Int = 100_000
    ) {
        self.maxBacklogBytes = maxBacklogBytes
        self.stallMs = stallMs
        self.handshakeMs = handshakeMs
        self.maxConnections = maxConnections
    }
}
