/// What one request may cost.
public struct RequestLimits: Hashable, Sendable {
    /// Bytes of the request line and the header, with the empty line.
    public var maxHeadBytes: Int
    public var maxBodyBytes: Int
    /// Header fields; those of a trailer are counted by themselves.
    public var maxHeaders: Int
    public var maxTargetBytes: Int

    public init(
        maxHeadBytes: Int = 8192,
        maxBodyBytes: Int = 64 * 1024,
        maxHeaders: Int = 64,
        maxTargetBytes: Int = 4096
    ) {
        self.maxHeadBytes = maxHeadBytes
        self.maxBodyBytes = maxBodyBytes
        self.maxHeaders = maxHeaders
        self.maxTargetBytes = maxTargetBytes
    }
}
