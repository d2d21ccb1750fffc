public import Protocol

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

/// Outcome of a claim to a seat.
public enum SeatClaim: Hashable, Sendable {
    case granted(Seating)
    /// Somebody sat down that the claimant did not know of; the claim changed nothing.
    case held(Seating)
    /// The session was removed.
    case removed
}
