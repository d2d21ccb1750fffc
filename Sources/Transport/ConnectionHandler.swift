import Glibc

/// The use of a connection. Called on the connection's loop only.
public protocol ConnectionHandler: AnyObject {
    /// TCP, and TLS where it is used, is established.
    func opened(_ connection: Connection)

    /// Takes bytes as they came, from the loop's own buffer; they may be changed in place.
    ///
    /// Returns how many were taken, from the front. The rest is kept and comes again with more
    /// behind it, or at once to a new handler; more than `Connection.maxKeptBytes` is too much.
    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int

    /// The backlog passed its limit: what was droppable and not begun has been dropped, and further
    /// droppable bytes will be, until `drained`.
    func overflowed(_ connection: Connection)

    /// Everything is written: after an overflow, or because `tellWhenDrained` asked for it.
    func drained(_ connection: Connection)

    /// The last call, exactly once; it may be the only one, when opening failed.
    func closed(_ connection: Connection, _ reason: CloseReason)
}

/// Limits of one connection; named, so that they can be set and written down.
public struct ConnectionLimits: Hashable, Sendable {
    /// Bytes that may wait for a slow peer behind those being written.
    public var maxBacklogBytes = 256 * 1024
    /// Milliseconds for which a peer may take nothing of what waits for it.
    public var stallMs = 20_000
    /// Milliseconds that a TLS handshake may last.
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

/// Why a connection ended.
public enum CloseReason: Hashable, Sendable {
    /// The peer said goodbye or went away.
    case peer
    /// Asked for on this side.
    case local
    /// The peer took nothing for `ConnectionLimits.stallMs`.
    case stalled
    /// Connecting or the TLS handshake took too long.
    case handshakeTimeout
    /// More than `ConnectionLimits.maxBacklogBytes` waited that could not be dropped.
    case overflow
    case failed(TransportError)

    /// The meaning of a system call's failure on an established connection.
    init(errno: Int32) {
        switch errno {
        case ECONNRESET, EPIPE: self = .peer
        // TCP_USER_TIMEOUT (tcp(7)): nothing was acknowledged for too long.
        case ETIMEDOUT: self = .stalled
        default: self = .failed(.system(errno: errno))
        }
    }
}
