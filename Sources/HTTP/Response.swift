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

extension Response {
    /// Appends the bytes of the answer (RFC 9112 §4, §6, §9).
    ///
    /// Content-Length and Connection are set here: a route cannot get them wrong. An answer to HEAD, 204
    /// and 304 go without a body (RFC 9110 §6.4.1, §9.3.2).
    ///
    /// - Parameters:
    ///   - request: the one to answer; nil if it could not be read, then the connection closes.
    ///   - date: from `HTTPDate.format`, for the Date field.
    ///   - closing: whether the server wants to close though the client does not.
    /// - Returns: whether the connection stays open for another request.
    @discardableResult
    public func serialize(
        for request: Request?,
        date: String? = nil,
        closing: Bool = false,
        to output: inout [UInt8]
    ) -> Bool {
        let keepsOpen = serializeHead(for: request, date: date, closing: closing, to: &output)
        if carriesBody(for: request) { output += body }
        return keepsOpen
    }

    /// True when the bytes of `body` follow the head.
    public func carriesBody(for request: Request?) -> Bool {
        !status.forbidsBody && request?.method != .head
    }

    /// The same without the body, for a caller that writes that from where it lies.
    @discardableResult
    public func serializeHead(
        for request: Request?,
        date: String? = nil,
        closing: Bool = false,
        to output: inout [UInt8]
    ) -> Bool {
        let isFinal = status.rawValue >= 200
        let keepsOpen =
            !closing && request?.keepAlive == true
            && !headers.contains(token: "close", in: "Connection")

        Self.append("HTTP/1.1 ", String(status.rawValue), " ", status.reasonPhrase, to: &output)
        var replaced = ["Content-Length", "Transfer-Encoding"]
        if isFinal { replaced.append("Connection") }
        if date != nil { replaced.append("Date") }
        headers.serialize(except: replaced, to: &output)
        if isFinal {
            // Upgrade is for this hop alone (RFC 9110 §7.8).
            var options = headers.contains("Upgrade") ? ["Upgrade"] : []
            if !keepsOpen {
                options.append("close")
            } else if request?.minorVersion == 0 {
                options.append("keep-alive")
            }
            if !options.isEmpty {
                Self.append("Connection: ", options.joined(separator: ", "), to: &output)
            }
            if !status.forbidsBody {
                Self.append("Content-Length: ", String(body.count), to: &output)
            }
            if let date { Self.append("Date: ", date, to: &output) }
        }
        Self.append(to: &output)
        return isFinal && keepsOpen
    }

    private static func append(_ parts: String..., to output: inout [UInt8]) {
        for part in parts { output += part.utf8 }
        output += [Grammar.carriageReturn, Grammar.lineFeed]
    }
}

/// The three digits of an answer (RFC 9110 §15). An open set.
public struct Status: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let `continue` = Status(rawValue: 100)
    public static let switchingProtocols = Status(rawValue: 101)
    public static let ok = Status(rawValue: 200)
    public static let created = Status(rawValue: 201)
    public static let accepted = Status(rawValue: 202)
    public static let noContent = Status(rawValue: 204)
    public static let partialContent = Status(rawValue: 206)
    public static let movedPermanently = Status(rawValue: 301)
    public static let found = Status(rawValue: 302)
    public static let seeOther = Status(rawValue: 303)
    public static let notModified = Status(rawValue: 304)
    public static let temporaryRedirect = Status(rawValue: 307)
    public static let permanentRedirect = Status(rawValue: 308)
    public static let badRequest = Status(rawValue: 400)
    public static let unauthorized = Status(rawValue: 401)
    public static let forbidden = Status(rawValue: 403)
    public static let notFound = Status(rawValue: 404)
    public static let methodNotAllowed = Status(rawValue: 405)
    public static let requestTimeout = Status(rawValue: 408)
    public static let conflict = Status(rawValue: 409)
    public static let gone = Status(rawValue: 410)
    public static let preconditionFailed = Status(rawValue: 412)
    public static let contentTooLarge = Status(rawValue: 413)
    public static let uriTooLong = Status(rawValue: 414)
    public static let unsupportedMediaType = Status(rawValue: 415)
    public static let rangeNotSatisfiable = Status(rawValue: 416)
    public static let expectationFailed = Status(rawValue: 417)
    public static let unprocessableContent = Status(rawValue: 422)
    public static let upgradeRequired = Status(rawValue: 426)
    public static let preconditionRequired = Status(rawValue: 428)
    public static let tooManyRequests = Status(rawValue: 429)
    public static let headersTooLarge = Status(rawValue: 431)
    public static let internalServerError = Status(rawValue: 500)
    public static let notImplemented = Status(rawValue: 501)
    public static let badGateway = Status(rawValue: 502)
    public static let serviceUnavailable = Status(rawValue: 503)
    public static let gatewayTimeout = Status(rawValue: 504)
    public static let versionNotSupported = Status(rawValue: 505)

    /// The words after the digits; empty for a status without a constant here.
    public var reasonPhrase: String {
        switch self {
        case .continue: "Continue"
        case .switchingProtocols: "Switching Protocols"
        case .ok: "OK"
        case .created: "Created"
        case .accepted: "Accepted"
        case .noContent: "No Content"
        case .partialContent: "Partial Content"
        case .movedPermanently: "Moved Permanently"
        case .found: "Found"
        case .seeOther: "See Other"
        case .notModified: "Not Modified"
        case .temporaryRedirect: "Temporary Redirect"
        case .permanentRedirect: "Permanent Redirect"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .conflict: "Conflict"
        case .gone: "Gone"
        case .contentTooLarge: "Content Too Large"
        case .uriTooLong: "URI Too Long"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .rangeNotSatisfiable: "Range Not Satisfiable"
        case .expectationFailed: "Expectation Failed"
        case .unprocessableContent: "Unprocessable Content"
        case .upgradeRequired: "Upgrade Required"
        case .tooManyRequests: "Too Many Requests"
        case .headersTooLarge: "Request Header Fields Too Large"
        case .internalServerError: "Internal Server Error"
        case .notImplemented: "Not Implemented"
        case .badGateway: "Bad Gateway"
        case .serviceUnavailable: "Service Unavailable"
        case .gatewayTimeout: "Gateway Timeout"
        case .versionNotSupported: "HTTP Version Not Supported"
        default: ""
        }
    }

    /// True for a status whose answer never has a body (RFC 9110 §6.4.1).
    var forbidsBody: Bool {
        rawValue < 200 || self == .noContent || self == .notModified
    }
}
