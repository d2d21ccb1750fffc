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

/// Findings of a `RequestParser`.
public enum RequestEvent: Sendable {
    /// The client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1): send
    /// `Response.continueLine`, or a final answer and close.
    case continueExpected
    case request(Request)
}

/// State that a `RequestParser` keeps between two reads. A class, so that bytes grow in place and a
/// request in many small pieces stays linear.
final class PendingRequest {
    var head = PartialHead()
    /// Nil while the head is arriving.
    var request: Request?
    var framing = BodyFraming.length(0)
    var body: [UInt8] = []

    init() {}

    init(_ request: Request, framing: BodyFraming) {
        self.request = request
        self.framing = framing
    }

    /// A parser is a value: a copy of it goes its own way.
    func copy() -> PendingRequest {
        let other = PendingRequest()
        other.head = head
        other.request = request
        other.framing = framing
        other.body = body
        return other
    }
}

/// Method of a request (RFC 9110 §9, RFC 5789). Case matters: `get` is not `GET`.
public enum Method: Hashable, Sendable {
    case get, head, post, put, delete, options, patch
    /// Any other token.
    case other(String)

    /// Bytes of the longest that has a case here or a meaning to HTTP itself; nothing here
    /// implements a longer one (RFC 9112 §3).
    static let maxLength = "OPTIONS".utf8.count

    public init(_ name: String) {
        self =
            switch name {
            case "GET": .get
            case "HEAD": .head
            case "POST": .post
            case "PUT": .put
            case "DELETE": .delete
            case "OPTIONS": .options
            case "PATCH": .patch
            default: .other(name)
            }
    }

    public var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .other(let name): name
        }
    }
}
