import Transport

/// Why a connection was cut, as the metrics have it.
enum CutReason: String, CaseIterable {
    case stalled, overflow, tls, system
    case handshakeTimeout = "handshake_timeout"
    case inputNotTaken = "input_not_taken"

    /// Nil for an end in peace.
    init?(_ reason: CloseReason) {
        switch reason {
        case .peer, .local: return nil
        case .stalled: self = .stalled
        case .handshakeTimeout: self = .handshakeTimeout
        case .overflow: self = .overflow
        case .failed(.tls): self = .tls
        case .failed(.system): self = .system
        case .failed(.inputNotTaken): self = .inputNotTaken
        }
    }
}
