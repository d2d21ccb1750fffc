package import Protocol
package import WebSocket

extension WireError {
    /// Milliseconds that a client waits before it tries another gateway.
    private static let onwardMs = 300

    /// Reason beside the close code: the error's code, or when to come back (docs/decisions/0008).
    package var closeReason: String {
        self == .olderGateway ? "retry_after_ms=\(Self.onwardMs)" : code.rawValue
    }
}

extension CloseCode {
    /// The close code that says the same as an error code (protocol §3).
    package init(for code: ErrorCode) {
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
