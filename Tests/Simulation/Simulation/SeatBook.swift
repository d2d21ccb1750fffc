import LiveStore
import Protocol
import Rooms

/// The newest connection of each player and of the host, and the commands sent on each.
struct SeatBook {
    /// Of every connection that ever had a seat.
    private var seatings: [ConnectionID: Seating] = [:]
    private var newest: [Viewer: Seating] = [:]
    /// The newest seating of each viewer whose WELCOME has arrived.
    private var welcomed: [Viewer: Int64] = [:]
    /// Connections on which each command was sent.
    private var sent: [MessageKey: Set<ConnectionID>] = [:]

    mutating func seated(_ seating: Seating) {
        seatings[seating.connection] = seating
        newest[seating.viewer] = seating
    }

    mutating func welcomed(_ viewer: Viewer, on connection: ConnectionID) {
        guard let order = seatings[connection]?.order else { return }
        welcomed[viewer] = max(order, welcomed[viewer] ?? 0)
    }

    mutating func sent(_ message: MessageKey, on connection: ConnectionID) {
        sent[message, default: []].insert(connection)
    }

    /// Fault of a commit of this command now.
    func problem(of message: MessageKey) -> String? {
        guard let connections = sent[message] else { return nil }
        let latest = connections.compactMap { seatings[$0]?.order }.max() ?? 0
        guard let welcomed = welcomed[message.viewer], latest < welcomed else { return nil }
        return "\(message.viewer)'s \(message.messageID) came by a connection that was replaced"
    }

    /// Fault of telling this connection that another has its seat.
    func problem<G: SimulatedGame>(
        ofReplacing connection: ConnectionID,
        of client: SimulatedClient<G>
    ) -> String? {
        guard let newest = newest[client.viewer], newest.connection != connection else {
            return "\(client.name) is replaced on \(connection) by nobody"
        }
        // Names of connections are numbered.
        let isEarlier = newest.connection.number < connection.number
        guard client.connections.contains(newest.connection), isEarlier else { return nil }
        return "\(client.name) on \(connection) is replaced by what it left: \(newest.connection)"
    }
}

extension ConnectionID {
    fileprivate var number: Int { Int(rawValue.dropFirst()) ?? 0 }
}
