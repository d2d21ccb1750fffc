/// Outcome of reading or writing through TLS.
public enum TLSOutcome: Sendable {
    /// That many plain bytes went through; at least one.
    case bytes(Int)
    /// Nothing before the socket has something to read.
    case wantRead
    /// Nothing before the socket takes bytes again.
    case wantWrite
    /// The peer has said that nothing more will come, or has left.
    case closed
    case failed(TLSError)
}
