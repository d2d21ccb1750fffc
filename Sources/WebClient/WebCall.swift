public import HTTP

/// A call to a server.
public struct WebCall: Sendable {
    public var method: Method
    /// With its query; begins with a slash.
    public var path: String
    /// Without Host and Content-Length, which the client knows best.
    public var headers: Headers
    public var body: [UInt8]

    public init(_ method: Method, _ path: String, headers: Headers = [:], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    func bytes(to origin: WebOrigin) -> [UInt8] {
        var head = "\(method.name) \(path) HTTP/1.1\r\nHost: \(origin.authority)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty || method == .post { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
