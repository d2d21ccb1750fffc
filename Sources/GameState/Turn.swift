public import Protocol

/// Outcome of one input.
public enum Turn<Event: GameEvent>: Equatable, Sendable {
    /// Nothing changed, and the sender is told why.
    case refused(Refusal)
    /// Nothing changed, and nobody needs to know: a timer that was stopped, presence that is known.
    case ignored
    /// The state changed. The effects are carried out once the change is committed, in this order.
    case changed([Effect<Event>])
}

/// Why an input was refused, in the words of the wire.
public enum Refusal: Error, GameEvent {
    case error(WireError)
    case brake(BrakeRejection, detail: BrakeRejection.Detail?)

    public var type: StaticString {
        switch self {
        case .error: "ERROR"
        case .brake: "BRAKE_REJECTED"
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .error(let error):
            error.write(to: &writer)
        case .brake(let reason, let detail):
            writer.beginObject()
            writer.key("reason")
            writer.value(reason.rawValue)
            if let detail {
                writer.key("detail")
                writer.value(detail.rawValue)
            }
            writer.endObject()
        }
    }
}

/// Why a pull of the brake was refused (T-5.6-3, G-14).
public enum BrakeRejection: String, Codable, Sendable {
    case alreadyPaused = "already_paused"
    case notAllowed = "not_allowed"
    case rateLimited = "rate_limited"

    public enum Detail: String, Codable, Sendable {
        case alreadyAnswered = "already_answered"
        case wrongState = "wrong_state"
        case hostPaused = "host_paused"
    }
}
