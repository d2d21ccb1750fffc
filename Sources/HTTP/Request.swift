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

/// Reads a request line and the fields after it (RFC 9112 §3 and §5).
enum RequestHead {
    /// - Parameter bytes: a whole head with its empty line.
    static func parse(
        _ bytes: UnsafeRawBufferPointer,
        _ scan: HeadScan,
        _ limits: RequestLimits
    ) throws(RequestError) -> Request {
        let malformed = RequestError(.requestLineMalformed)
        guard let lineEnd = scan.firstLineEnd else { throw malformed }
        let line = UnsafeRawBufferPointer(rebasing: bytes[scan.start..<(lineEnd - 2)])

        // Method, one space, target, one space, version: nothing else is tolerated.
        guard let methodEnd = line.firstIndex(where: { !Grammar.isToken($0) }),
            methodEnd > 0, line[methodEnd] == Grammar.space,
            let targetEnd = line[(methodEnd + 1)...].firstIndex(of: Grammar.space)
        else { throw malformed }
        let minorVersion = try version(line[(targetEnd + 1)...])
        let method = Method(String(bytes: line, 0..<methodEnd))
        let target = UnsafeRawBufferPointer(rebasing: line[(methodEnd + 1)..<targetEnd])
        guard !target.isEmpty else { throw malformed }
        // We are no proxy.
        guard methodEnd <= Method.maxLength, method != .other("CONNECT") else {
            throw RequestError(.methodUnsupported)
        }
        // A question to the server as a whole goes to its root (§3.2.4).
        let isAsterisk = target.count == 1 && target[0] == UInt8(ascii: "*")
        let asksServer = method == .options && isAsterisk

        let headers: Headers
        do throws(HeadFault) {
            headers = try Headers(
                section: UnsafeRawBufferPointer(rebasing: bytes[lineEnd..<(bytes.count - 2)]),
                maxCount: limits.maxHeaders
            )
        } catch {
            throw RequestError(head: error)
        }
        let isAbsolute = !asksServer && target[0] != UInt8(ascii: "/")
        try checkHost(headers, minorVersion: minorVersion, isNamedByTarget: isAbsolute)
        return Request(
            method: method,
            target: try asksServer ? RequestTarget("/") : RequestTarget(bytes: target),
            minorVersion: minorVersion,
            headers: headers
        )
    }

    /// Why a head is refused that was not read to its end: of a line without end the method counts
    /// before the target (§3).
    static func refusal(
        of bytes: UnsafeRawBufferPointer,
        _ scan: HeadScan,
        _ fault: HeadFault
    ) -> RequestError {
        let method = bytes.dropFirst(scan.start).prefix(Method.maxLength + 1)
        guard fault == .firstLineTooLong, method.allSatisfy(Grammar.isToken) else {
            return RequestError(head: fault)
        }
        return RequestError(.methodUnsupported)
    }

    /// `HTTP/1.0` or `HTTP/1.1`, in capitals (§2.3); a higher minor version is taken for the highest
    /// there is (RFC 9110 §2.5).
    static func version(_ text: Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: text)
        guard bytes.count == 8, bytes[..<5].elementsEqual("HTTP/".utf8), Grammar.isDigit(bytes[5]),
            bytes[6] == UInt8(ascii: "."), Grammar.isDigit(bytes[7])
        else { throw RequestError(.requestLineMalformed) }
        guard bytes[5] == UInt8(ascii: "1") else { throw RequestError(.versionUnsupported) }
        return bytes[7] == UInt8(ascii: "0") ? 0 : 1
    }

    /// Exactly one in HTTP/1.1, at most one in HTTP/1.0 (§3.2). It names somebody, unless the target
    /// does (§3.2.2): there is no `http` URI without a host (RFC 9110 §4.2.1).
    private static func checkHost(
        _ headers: Headers,
        minorVersion: Int,
        isNamedByTarget: Bool
    ) throws(RequestError) {
        let count = headers.count("Host")
        guard count == 1 || (count == 0 && minorVersion == 0) else {
            throw RequestError(.hostMissingOrRepeated)
        }
        guard let host = headers.first("Host") else { return }
        let isNamed = isNamedByTarget || host.utf8.first.map { $0 != UInt8(ascii: ":") } ?? false
        guard isNamed, Grammar.isHost(host) else { throw RequestError(.hostMalformed) }
    }
}
