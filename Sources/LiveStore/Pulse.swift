public import Protocol

/// What a session's pulse brings back.
public struct Pulse: Sendable {
    public enum Session: Hashable, Sendable {
        case nothing
        case removed
        case version(Int64)
    }

    public var session: Session
    /// Who is connected, on whatever gateway.
    public var viewers: [ConnectionID: Viewer]

    public init(session: Session, viewers: [ConnectionID: Viewer]) {
        self.session = session
        self.viewers = viewers
    }
}
