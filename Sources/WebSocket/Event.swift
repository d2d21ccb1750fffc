/// A finding of `MessageReader`. The bytes are valid until its next call of `next`, and no longer
/// than the input's memory: a whole frame is handed up where it lies.
public enum Event {
    /// A whole message, valid UTF-8.
    case text(UnsafeRawBufferPointer)
    /// A whole message.
    case binary(UnsafeRawBufferPointer)
    /// To be answered with a pong of the same payload (RFC 6455 §5.5.2).
    case ping(UnsafeRawBufferPointer)
    /// An answer, or unsolicited: then no reply is expected (§5.5.3).
    case pong(UnsafeRawBufferPointer)
    /// The last event of a connection. No code: the frame was empty. The reason is valid UTF-8.
    case close(CloseCode?, reason: UnsafeRawBufferPointer)
}

/// Kind of a frame (RFC 6455 §5.2). The other ten numbers are reserved and refused.
public enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// The first frame of a message.
    var beginsMessage: Bool { self == .text || self == .binary }

    /// Control frames are short, never fragmented, and may come between fragments (§5.5).
    var isControl: Bool { rawValue & 0x8 != 0 }
}

/// This end of the connection. It decides who must mask (RFC 6455 §5.1): frames that a server reads
/// must be masked, those that a client reads must not be.
public enum Endpoint: Sendable {
    case server
    case client
}

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
