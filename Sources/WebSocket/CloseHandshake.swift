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
