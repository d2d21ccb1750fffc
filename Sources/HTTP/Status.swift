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
    public static let contentTooLarge = Status(rawValue: 413)
    public static let uriTooLong = Status(rawValue: 414)
    public static let unsupportedMediaType = Status(rawValue: 415)
    public static let rangeNotSatisfiable = Status(rawValue: 416)
    public static let expectationFailed = Status(rawValue: 417)
    public static let unprocessableContent = Status(rawValue: 422)
    public static let upgradeRequired = Status(rawValue: 426)
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
