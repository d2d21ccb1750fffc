package import GameState
import LiveStore
package import Protocol

/// One connected client in a room.
package final class Seat {
    package let viewer: Viewer
    package let connection: ConnectionID
    /// Of a player.
    package let device: DeviceMark?
    /// Until the seat is vacated: the socket holds its seat as well.
    package private(set) var outlet: (any Outlet)?
    /// The version of the latest snapshot or patch that was sent.
    var version: Int64 = 0
    private var standing = Standing.entering(after: 0)
    /// When their latest pull of the brake that was not too soon after another was read.
    var pulledAtNs: Int64 = 0
    /// The connection is gone.
    var isVacated: Bool { outlet == nil }

    init(
        viewer: Viewer,
        connection: ConnectionID,
        device: DeviceMark?,
        outlet: any Outlet
    ) {
        self.viewer = viewer
        self.device = device
        self.connection = connection
        self.outlet = outlet
    }

    func vacate() {
        outlet = nil
    }

    // MARK: Its place among the seatings of its viewer

    private enum Standing {
        /// The store is asked for the seat. `after`: the newest seating of the viewer that is known.
        case entering(after: Int64)
        case seated(order: Int64)
        /// A newer connection has the seat: nothing that came by this one counts any more.
        case replaced
    }

    /// Whether the client sits here.
    package var isTaken: Bool {
        if case .seated = standing { true } else { false }
    }

    /// Connections of its viewer that came to this room after it, while it waited for the seat; as many
    /// as the limit of greetings lets in.
    var later: [ConnectionID] = []

    var isReplaced: Bool {
        if case .replaced = standing { true } else { false }
    }

    /// As the store knows it; the order is 0 unless the client sits here.
    var seating: Seating {
        if case .seated(let order) = standing {
            Seating(viewer, on: connection, order: order)
        } else {
            Seating(viewer, on: connection, order: 0)
        }
    }

    /// The newest other seating of its viewer that was heard of while it is waited for.
    var rival: Int64 {
        if case .entering(let order) = standing { order } else { 0 }
    }

    func hear(of newer: Int64) {
        if case .entering(let order) = standing { standing = .entering(after: max(order, newer)) }
    }

    func sit(order: Int64) {
        standing = .seated(order: order)
    }

    func yield() {
        standing = .replaced
    }
}
