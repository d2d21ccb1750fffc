public import Protocol
public import WebSocket

extension WireError {
    /// Milliseconds that a client waits before it tries another gateway.
    private static let onwardMs = 300

    /// Reason beside the close code: the error's code, or when to come back (docs/decisions/0008).
    public var closeReason: String {
        self == .olderGateway ? "retry_after_ms=\(Self.onwardMs)" : code.rawValue
    }
}

extension CloseCode {
    /// The close code that says the same as an error code (protocol §3).
    public init(for code: ErrorCode) {
        switch code {
        case .badMessage, .unknownType: self.init(rawValue: 4400)
        case .unauthorized, .tokenExpired: self.init(rawValue: 4401)
        // It would be as old the next time, so that it must not come back by itself.
        case .forbidden, .clientTooOld: self.init(rawValue: 4403)
        case .notFound: self.init(rawValue: 4404)
        case .takenOver: self.init(rawValue: 4409)
        case .sessionEnded: self.init(rawValue: 4410)
        case .rateLimited: self.init(rawValue: 4429)
        case .tooLarge: self = .messageTooBig
        case .degraded, .serverShutdown: self = .goingAway
        case .wrongState, .nameTaken, .sessionFull, .alreadyAnswered, .tooLate, .contentFailed,
            .internal:
            self = .internalError
        }
    }
}

/// Errors of rooms and their openers.
extension WireError {
    public static let storeUnreachable = WireError(.degraded, "the store can't be reached")
    public static let nothingSaved = WireError(.degraded, "nothing can be saved at the moment")
    /// The store took it and has been silent since: a repeat of the message gets its outcome.
    public static let inDoubt = WireError(.degraded, "it is unknown whether this was saved")
    public static let nothingBegun = WireError(
        .degraded,
        "no session can be started at the moment"
    )
    public static let tooManyRooms = WireError(.degraded, "too many sessions are open here")
    public static let removed = WireError(.forbidden, "removed by the host")
    public static let sessionOver = WireError(.sessionEnded, "the session has ended")
    /// A newer build began the session, and goes on with it on other gateways.
    public static let olderGateway = WireError(
        .degraded,
        "this gateway is older than the session; try again"
    )
    public static let unreadableSession = WireError(.internal, "the stored session can't be read")
}
