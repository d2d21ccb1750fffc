package import Protocol

/// One connected client in a room.
package final class Seat {
    package let viewer: Viewer
    package let connection: ConnectionID
    /// Until the seat is vacated: the socket holds its seat as well.
    package private(set) var outlet: (any Outlet)?
    /// The version of the latest snapshot or patch that was sent.
    var version: Int64 = 0
    /// Whether the client sits here: not yet while the room asks the store whether it may.
    package internal(set) var isTaken = false
    /// When it was taken.
    var takenAt = ServerTime(ms: 0)
    /// When their latest pull of the brake that was not too soon after another was read.
    var pulledAtNs: Int64 = 0
    /// Called once, when the seat is taken later than it was asked for.
    var whenTaken: (() -> Void)?
    /// The connection is gone.
    var isVacated: Bool { outlet == nil }

    init(viewer: Viewer, connection: ConnectionID, outlet: any Outlet) {
        self.viewer = viewer
        self.connection = connection
        self.outlet = outlet
    }

    func vacate() {
        outlet = nil
        whenTaken = nil
    }
}
