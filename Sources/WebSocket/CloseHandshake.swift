/// Closing of a connection (RFC 6455 §7): each side sends one Close frame, then the server closes TCP and
/// the client waits for that, so that the server holds the port in TIME_WAIT and not the client.
///
/// Knows no time: a caller that waits for an answer bounds the wait, then calls `abandon`.
public struct CloseHandshake: Hashable, Sendable {
    public private(set) var state: State = .open
    private let endpoint: Endpoint

    public enum State: Hashable, Sendable {
        /// Can become: `closeSent`, `closeReceived`, `closed`.
        case open
        /// Ours is out, theirs is awaited; later frames are read and dropped. Can become: `closed`.
        case closeSent
        /// Theirs came; ours is due as soon as a half-sent frame is whole. Can become: `closed`.
        case closeReceived
        /// Both went, or nobody waits any more.
        case closed
    }

    /// Action on the TCP connection.
    public enum Connection: Hashable, Sendable {
        case keep
        /// The other end closes first: wait for its end of file, not for ever.
        case awaitEnd
        /// Close it as soon as the queue has been written.
        case close
    }

    public init(endpoint: Endpoint) {
        self.endpoint = endpoint
    }

    /// True while text, binary, ping and pong may be sent (§5.5.1: nothing after a Close frame).
    public var maySend: Bool {
        switch state {
        case .open, .closeReceived: true
        case .closeSent, .closed: false
        }
    }

    /// True while arriving frames still matter.
    public var mayReceive: Bool {
        switch state {
        case .open: true
        case .closeSent, .closeReceived, .closed: false
        }
    }

    public var connection: Connection {
        switch (state, endpoint) {
        case (.open, _), (.closeSent, _), (.closeReceived, _): .keep
        case (.closed, .server): .close
        case (.closed, .client): .awaitEnd
        }
    }

    /// Wants to send a Close frame.
    ///
    /// - Returns: whether to send it; one was sent already if not.
    public mutating func send() -> Bool {
        switch state {
        case .open: state = .closeSent
        case .closeReceived: state = .closed
        case .closeSent, .closed: return false
        }
        return true
    }

    /// A Close frame arrived.
    ///
    /// - Returns: whether it is to be answered, with the same code (§5.5.1), through `send`.
    public mutating func received() -> Bool {
        switch state {
        case .open:
            state = .closeReceived
            return true
        case .closeSent:
            state = .closed
            return false
        case .closeReceived, .closed: return false
        }
    }

    /// The other end broke the rules, or the wait for its answer is over (§7.1.7).
    ///
    /// - Returns: whether a Close frame with the reason should still go out.
    public mutating func abandon() -> Bool {
        let tells = maySend
        state = .closed
        return tells
    }
}

/// Why a connection is closed (RFC 6455 §7.4). An open set: applications own 4000 to 4999.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let normal = CloseCode(rawValue: 1000)
    public static let goingAway = CloseCode(rawValue: 1001)
    public static let protocolError = CloseCode(rawValue: 1002)
    public static let invalidPayload = CloseCode(rawValue: 1007)
    public static let policyViolation = CloseCode(rawValue: 1008)
    public static let messageTooBig = CloseCode(rawValue: 1009)
    public static let internalError = CloseCode(rawValue: 1011)

    /// True when a Close frame may carry it.
    ///
    /// 1005, 1006 and 1015 only report what happened locally, 1004 has no meaning (§7.4.1), 1012 to 1014
    /// came with the IANA registry, 3000 to 4999 belong to libraries and applications (§7.4.2).
    public var mayTravel: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
