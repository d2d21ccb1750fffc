public import Protocol

/// Time for which a connection is believed to be there.
public enum Presence {
    /// Milliseconds after which one that is not renewed is forgotten; every pulse of its room renews it (G-82).
    public static let ttlMs = 60_000
}

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

/// A viewer on a connection, with the fencing token of its inputs.
public struct Seating: Hashable, Sendable {
    public var viewer: Viewer
    public var connection: ConnectionID
    /// Greater than that of every seating of this player or host before. 0 of a screen: there may be
    /// many of them, and none takes another's place.
    public var order: Int64

    public init(_ viewer: Viewer, on connection: ConnectionID, order: Int64) {
        self.viewer = viewer
        self.connection = connection
        self.order = order
    }
}

/// Outcome of a bid for a seat.
public enum SeatBid: Hashable, Sendable {
    case granted(Seating)
    /// Somebody sat down that the bidder did not know of; the bid changed nothing.
    case held(Seating)
    /// The session was removed.
    case removed
}
