/// An answer, with all of its body.
public struct Response: Sendable {
    public var status: Status
    /// Without Content-Length, which `serialize` knows best.
    public var headers: Headers
    public var body: [UInt8]

    public init(_ status: Status, headers: Headers = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// - Parameter type: a Content-Type, as `MediaType` has them.
    public init(_ status: Status, type: String, body: String) {
        self.init(status, headers: ["Content-Type": type], body: Array(body.utf8))
    }

    /// The answer to `RequestEvent.continueExpected`; the final one follows after the body.
    public static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
