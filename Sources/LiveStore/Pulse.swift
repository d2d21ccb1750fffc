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
    /// Seatings that have replaced some of those that were to be renewed.
    public var newer: [Seating]

    public init(session: Session, viewers: [ConnectionID: Viewer], newer: [Seating]) {
        self.session = session
        self.viewers = viewers
        self.newer = newer
    }
}
