/// Undoes permessage-deflate (RFC 7692 §7.2.2). One serves all connections of a loop: without context
/// takeover nothing of a message outlives it.
public protocol MessageInflater: AnyObject {
    /// - Parameter message: a message's payload as received, without the four bytes that end a flush.
    /// - Returns: bytes that are valid until the next call.
    func inflate(_ message: UnsafeRawBufferPointer, atMost maxBytes: Int) -> Inflated
}

/// Outcome of inflating.
public enum Inflated {
    case bytes(UnsafeRawBufferPointer)
    /// It would have been longer than the limit.
    case tooBig
    case broken
}
