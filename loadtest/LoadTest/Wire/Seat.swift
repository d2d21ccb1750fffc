import Protocol

/// A place in a session: what the REST calls gave for one client.
struct Seat {
    /// How a client says who it is; the contract knows three ways, all are used.
    enum Greeting {
        case bearerHeader, subprotocol, firstMessage
    }

    let session: String
    let role: Role
    /// Of a PLAYER.
    let playerID: PlayerID?
    let name: String
    let token: String
    /// Path and query of `wsUrl`.
    let path: String
    var greeting: Greeting = .firstMessage
}
