/// Progress of a handshake or a farewell.
public enum TLSProgress: Sendable {
    case done
    /// Goes on when the socket has something to read.
    case wantRead
    /// Goes on when the socket takes bytes again.
    case wantWrite
    /// The peer left in the middle.
    case closed
    case failed(TLSError)
}
