import Glibc

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

    /// What a system call's failure on an established connection means.
    init(errno: Int32) {
        switch errno {
        case ECONNRESET, EPIPE: self = .peer
        // TCP_USER_TIMEOUT (tcp(7)): nothing was acknowledged for too long.
        case ETIMEDOUT: self = .stalled
        default: self = .failed(.system(errno: errno))
        }
    }
}
