/// Limits of one incoming message. Checked from the frame header, before a payload is buffered.
public struct MessageLimits: Hashable, Sendable {
    /// Payload bytes of one message, all its fragments together. At most 2 GiB - 1.
    public var maxMessageBytes: Int
    /// Frames of one message; empty fragments count, so that a message cannot go on for ever.
    public var maxFragments: Int

    public init(maxMessageBytes: Int = 16 * 1024, maxFragments: Int = 1024) {
        self.maxMessageBytes = maxMessageBytes
        self.maxFragments = maxFragments
    }
}
