/// Limits of one request.
public struct RequestLimits: Hashable, Sendable {
    /// Bytes of the request line, without its line break; RFC 9112 §3 recommends no fewer than 8 000.
    public var maxLineBytes: Int
    /// Bytes of the header fields, with the empty line after them.
    public var maxHeaderBytes: Int
    public var maxBodyBytes: Int
    /// Header fields; those of a trailer are counted by themselves.
    public var maxHeaders: Int

    public init(
        maxLineBytes: Int = 8000,
        maxHeaderBytes: Int = 8192,
        maxBodyBytes: Int = 64 * 1024,
        maxHeaders: Int = 64
    ) {
        self.maxLineBytes = maxLineBytes
        self.maxHeaderBytes = maxHeaderBytes
        self.maxBodyBytes = maxBodyBytes
        self.maxHeaders = maxHeaders
    }

    /// The most that a head of these limits has, with an empty line before it.
    var maxHeadBytes: Int { 2 + maxLineBytes + 2 + maxHeaderBytes }
}
