public import Protocol

/// Result of a session's pulse.
public struct Pulse: Sendable {
    public enum Session: Hashable, Sendable {
        case nothing
        case removed
        case version(Int64)
    }

    public var session: Session
    /// Connected viewers, on any gateway.
    public var viewers: [ConnectionID: Viewer]
    /// Seatings that have replaced some of those that were to be renewed.
    public var newer: [Seating]

    public init(session: Session, viewers: [ConnectionID: Viewer], newer: [Seating]) {
        self.session = session
        self.viewers = viewers
        self.newer = newer
    }
}
