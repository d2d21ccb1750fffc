/// A whole request.
public struct Request: Sendable {
    public var method: Method
    public var target: RequestTarget
    /// 0 or 1, of HTTP/1.
    public var minorVersion: Int
    public var headers: Headers
    /// Without its chunks; a trailer has been checked and dropped.
    public var body: [UInt8]

    public init(
        method: Method = .get,
        target: RequestTarget,
        minorVersion: Int = 1,
        headers: Headers = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.minorVersion = minorVersion
        self.headers = headers
        self.body = body
    }

    /// True when the client means to use the connection again (RFC 9112 §9.3).
    public var keepAlive: Bool {
        if headers.contains(token: "close", in: "Connection") { return false }
        return minorVersion >= 1 || headers.contains(token: "keep-alive", in: "Connection")
    }
}
