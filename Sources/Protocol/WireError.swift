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

/// Every error that a client can be told (protocol §2).
public enum ErrorCode: String, Codable, CaseIterable, Sendable {
    case badMessage = "bad_message"
    case unknownType = "unknown_type"
    case tooLarge = "too_large"
    case unauthorized
    case tokenExpired = "token_expired"
    case forbidden
    case notFound = "not_found"
    case wrongState = "wrong_state"
    case nameTaken = "name_taken"
    case sessionFull = "session_full"
    case sessionEnded = "session_ended"
    case rateLimited = "rate_limited"
    case alreadyAnswered = "already_answered"
    case tooLate = "too_late"
    case takenOver = "taken_over"
    case clientTooOld = "client_too_old"
    case contentFailed = "content_failed"
    case degraded
    case serverShutdown = "server_shutdown"
    case `internal`

    /// True when the same request may succeed later without being changed.
    public var isRetryable: Bool {
        switch self {
        case .rateLimited, .contentFailed, .degraded, .serverShutdown, .internal: true
        case .badMessage, .unknownType, .tooLarge, .unauthorized, .tokenExpired, .forbidden,
            .notFound, .wrongState, .nameTaken, .sessionFull, .sessionEnded, .alreadyAnswered,
            .tooLate, .takenOver, .clientTooOld:
            false
        }
    }

    /// The status of a REST answer that carries this code.
    public var httpStatus: Int {
        switch self {
        case .badMessage, .unknownType, .clientTooOld: 400
        case .unauthorized, .tokenExpired: 401
        case .forbidden: 403
        case .notFound: 404
        case .wrongState, .nameTaken, .sessionFull, .alreadyAnswered, .tooLate, .takenOver: 409
        case .sessionEnded: 410
        case .tooLarge: 413
        case .rateLimited: 429
        case .internal: 500
        case .contentFailed, .degraded, .serverShutdown: 503
        }
    }
}
