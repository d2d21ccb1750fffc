import Protocol

/// A seating as a session's state keeps it: a field for each player and for the host, and in it
///
///     <order> <connection>
extension Seating {
    /// The name of its field; empty for a screen, which has none.
    var field: String {
        switch viewer {
        case .host, .player: "seat:" + viewer.packed
        case .tv: ""
        }
    }

    var packed: String { "\(order) \(connection)" }

    init(_ viewer: Viewer, packed bytes: [UInt8]) throws(Unreadable) {
        var fields = PackedFields(bytes)
        guard let order = fields.number(), let connection = fields.text(Int64(fields.rest.count))
        else { throw Unreadable("a seating") }
        self.init(viewer, on: ConnectionID(rawValue: connection), order: order)
    }
}
