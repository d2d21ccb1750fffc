/// An error as a client gets it: on REST as the body, on a socket as the payload of `ERROR`.
public struct WireError: Error, Hashable, Codable, Sendable {
    public var code: ErrorCode
    /// One sentence for a developer's eyes; carries no secret and no data of other people.
    public var message: String
    /// The field that is wrong, where one is.
    public var field: String?

    public init(_ code: ErrorCode, _ message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// For an answer that says more.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("code", code.rawValue)
        writer.member("message", message)
        writer.member("retryable", code.isRetryable)
        if let field {
            writer.member("field", field)
        }
    }
}
