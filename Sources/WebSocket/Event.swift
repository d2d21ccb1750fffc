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
