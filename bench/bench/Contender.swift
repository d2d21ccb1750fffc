/// One that does the work that is measured.
enum Contender: Hashable {
    case gateway
    case floor
    case peer(Peer)

    var name: String {
        switch self {
        case .gateway: "gateway"
        case .floor: "floor"
        case .peer(let peer): peer.name
        }
    }

    /// The path on which messages come back to their sender.
    var echoPath: String {
        switch self {
        case .gateway, .floor: "/conformance/echo"
        case .peer: "/echo"
        }
    }

    /// The path on which messages go to everyone.
    var roomPath: String {
        switch self {
        case .gateway, .floor: "/conformance/broadcast"
        case .peer: "/room"
        }
    }
}
