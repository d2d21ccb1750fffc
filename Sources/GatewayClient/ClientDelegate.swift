/// The view that an owner has of its clients.
public protocol ClientDelegate: AnyObject {
    /// A message came; a STATE_SNAPSHOT or STATE_PATCH is not in the replica yet.
    func willTake(_ message: ReceivedMessage, by client: Client)

    /// The same message, when the client's own state has it.
    func received(_ message: ReceivedMessage, by client: Client)

    /// The connection is gone; the client comes back by itself where the contract lets it.
    func dropped(_ client: Client, _ end: ClientEnd)

    /// The gateway broke the contract, whatever the game is at.
    func violated(_ what: String, by client: Client)

    /// A TIME_PING was answered.
    func measured(roundTripUs: Int64, by client: Client)
}

extension ClientDelegate {
    public func willTake(_ message: ReceivedMessage, by client: Client) {}
    public func violated(_ what: String, by client: Client) {}
    public func measured(roundTripUs: Int64, by client: Client) {}
}

/// The reason why a connection ended.
public enum ClientEnd: Equatable, Sendable, CustomStringConvertible {
    /// Asked for on this side.
    case local
    /// The gateway said Close.
    case closed(code: UInt16?, reason: String)
    case failed(String)

    /// The time after which the gateway wants to be tried again: a Close may say `retry_after_ms=<number>`.
    var askedMs: Int64? {
        switch self {
        case .local, .failed: return nil
        case .closed(_, let reason):
            let words = reason.split(separator: "=")
            guard words.count == 2, words[0] == "retry_after_ms" else { return nil }
            return Int64(words[1]).map { max(0, $0) }
        }
    }

    /// True where a client may come back by itself (protocol §3).
    public var mayReturn: Bool {
        switch self {
        case .local: false
        case .closed(let code, _): ![4401, 4403, 4404, 4409, 4410].contains(code ?? 0)
        case .failed: true
        }
    }

    /// The gateway drains, and asks to come back elsewhere.
    public var isDrain: Bool {
        switch self {
        case .closed(let code, _): code == 1001
        case .local, .failed: false
        }
    }

    public var description: String {
        switch self {
        case .local: "closed here"
        case .closed(let code, let reason):
            "closed by the gateway with \(code.map { "\($0)" } ?? "no code")\(reason.isEmpty ? "" : " (\(reason))")"
        case .failed(let why): why
        }
    }
}

/// The reason why something could not be had from a gateway.
public enum ClientFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// No connection, or none that lasts.
    case unreachable(String)
    /// The gateway answered a REST call with an error.
    case refused(call: String, status: Int, code: String, message: String)
    /// An answer that is not what the contract promises.
    case unexpected(String)
    case tookTooLong(String)

    public var description: String {
        switch self {
        case .unreachable(let why): "can't reach the gateway: \(why)"
        case .refused(let call, 429, _, let message):
            """
            \(call) was answered 429 (\(message)): the gateway limits joins and sessions for each \
            address. Run it with --no-limits for load tests on one machine.
            """
        case .refused(let call, let status, let code, let message):
            "\(call) was answered \(status) \(code): \(message)"
        case .unexpected(let what): what
        case .tookTooLong(let what): "\(what) took too long"
        }
    }
}
