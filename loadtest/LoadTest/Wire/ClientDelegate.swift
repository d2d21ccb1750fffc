import WebSocket

/// What a run sees of its clients.
protocol ClientDelegate: AnyObject {
    /// A message came; for a STATE_SNAPSHOT or STATE_PATCH before it is taken into the replica.
    func willTake(_ message: ReceivedMessage, by client: Client)

    /// The same message, when the client's own state has it.
    func received(_ message: ReceivedMessage, by client: Client)

    /// The connection is gone; the client comes back by itself where the contract lets it.
    func dropped(_ client: Client, _ end: ClientEnd)
}

/// Why a connection ended.
enum ClientEnd: CustomStringConvertible {
    /// Asked for on this side.
    case local
    case closed(CloseCode?)
    case failed(String)

    /// Whether a client may come back by itself (protocol §3).
    var mayReturn: Bool {
        switch self {
        case .local: false
        case .closed(let code): ![4401, 4403, 4404, 4409, 4410].contains(code?.rawValue ?? 0)
        case .failed: true
        }
    }

    /// The gateway drains, and asks to come back elsewhere.
    var isDrain: Bool {
        if case .closed(let code) = self { code == .goingAway } else { false }
    }

    var description: String {
        switch self {
        case .local: "closed here"
        case .closed(let code):
            "closed by the gateway with \(code.map { "\($0.rawValue)" } ?? "no code")"
        case .failed(let why): why
        }
    }
}
