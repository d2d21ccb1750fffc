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
