import GatewayClient
import Protocol

/// A session that attackers have opened and joined, as anybody may.
final class AttackedParty {
    let session: Session
    let tokens: [String]
    private let site: Site

    init(_ site: Site, players: Int, from source: Int) throws(ClientFailure) {
        self.site = site
        let settings: JSONValue = .object([
            "destinationsCount": .int(1), "maxPlayers": .int(Int64(players + 40)),
            "timings": Timings.storm.json,
        ])
        let body: JSONValue = .object(["game": .string("tripto"), "settings": settings])
        let opened = try site.call(.post, "/v1/sessions", body: body, from: source)
        guard opened.status == 201 else {
            throw .unexpected("an attackers' session was answered \(opened.status)")
        }
        session = try Session(opened.json)
        var tokens: [String] = []
        for index in 0..<players {
            let answer = try Self.join(
                site,
                session,
                name: "Mallory \(index)",
                from: source + index
            )
            guard let token = answer.json["playerAuthToken"]?.string else {
                throw .unexpected("an attacker's join was answered \(answer.status)")
            }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    static func join(
        _ site: Site,
        _ session: Session,
        name: String,
        from source: Int
    ) throws(ClientFailure) -> RESTCall.Answer {
        try site.call(
            .post,
            "/v1/sessions/\(session.id)/join",
            body: .object(["joinToken": .string(session.joinToken), "name": .string(name)]),
            from: source
        )
    }

    /// Takes a player's seat.
    func seat(_ player: Int, receiveBytes: Int32? = nil) throws(ClientFailure) -> RawWebSocket {
        let socket = try enter(player, receiveBytes: receiveBytes)
        try socket.awaitMessage("WELCOME")
        return socket
    }

    /// Says HELLO as a player, and waits for nothing.
    func enter(_ player: Int, receiveBytes: Int32? = nil) throws(ClientFailure) -> RawWebSocket {
        let socket = try site.upgrade(player, session: session.id, receiveBytes: receiveBytes)
        socket.hello("PLAYER", token: tokens[player % tokens.count])
        return socket
    }

    func seatHost() throws(ClientFailure) -> RawWebSocket {
        let socket = try site.upgrade(0, session: session.id)
        socket.hello("HOST", token: session.hostToken)
        try socket.awaitMessage("WELCOME")
        return socket
    }

    func end() throws(ClientFailure) {
        _ = try site.call(.delete, "/v1/sessions/\(session.id)", bearer: session.hostToken)
    }
}
