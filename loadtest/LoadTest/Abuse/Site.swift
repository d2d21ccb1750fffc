import GatewayClient
import Protocol
import Seeded

/// The scene of an attack: the gateway, addresses to come from, time, and the fate of the attackers.
final class Site {
    /// A session that nobody has opened.
    static let noSession = "0000000000000000"
    /// The longest that it may take to connect many.
    private static let connectSeconds = 60.0
    private static let connectsPerSecond = 1_000

    let target: Target
    let process: GatewayProcess
    let isShort: Bool
    /// The second byte of all addresses of this attack, so that no limit by address is shared.
    private let net: Int
    /// Sessions that the attackers have opened.
    private(set) var parties = 0
    /// For noise that differs from round to round.
    var random = SplitMix64(seed: 1)
    /// For the attack that is carried out here.
    var tally = Tally()

    init(_ target: Target, _ process: GatewayProcess, isShort: Bool, net: Int) {
        self.target = target
        self.process = process
        self.isShort = isShort
        self.net = net
    }

    /// One of many own addresses in 127.0.0.0/8.
    private func source(_ number: Int) -> String {
        "127.\(net).\(number / 250 % 250).\(number % 250 + 1)"
    }

    func pace(perSecond: Int) -> Pace { Pace(perSecond: perSecond, seconds: isShort ? 1.2 : 5) }

    /// The numbers of a round's blows, each at its time and counted.
    ///
    /// - Parameter count: the blows that each stands for.
    func blows(perSecond: Int, each count: Int = 1) -> UnfoldSequence<Int, Pace> {
        sequence(state: pace(perSecond: perSecond)) { [self] pace in
            guard let number = pace.next() else { return nil }
            tally.blow(count)
            return number
        }
    }

    func connect(_ number: Int, receiveBytes: Int32? = nil) throws(ClientFailure) -> RawSocket {
        try RawSocket(to: target, from: source(number), receiveBytes: receiveBytes)
    }

    /// Many, each from an address of its own.
    func connect(count: Int, receiveBytes: Int32? = nil) throws(ClientFailure) -> [RawSocket] {
        let pace = Pace(perSecond: Self.connectsPerSecond, seconds: Self.connectSeconds)
        return try pace.prefix(count).map { (number) throws(ClientFailure) in
            try connect(number, receiveBytes: receiveBytes)
        }
    }

    func upgrade(
        _ number: Int = 0,
        session: String = noSession,
        deflates: Bool = false,
        receiveBytes: Int32? = nil
    ) throws(ClientFailure) -> RawWebSocket {
        let socket = try connect(number, receiveBytes: receiveBytes)
        return try RawWebSocket(socket, to: target, session: session, deflates: deflates)
    }

    /// The gateway must close with `code`; then this end does.
    func awaitClose(of socket: RawWebSocket, waitMs: Int64 = 3_000, wanted code: UInt16) {
        tally.closed(socket.awaitClose(waitMs: waitMs), wanted: code)
        socket.socket.close()
    }

    /// A REST call from one of those addresses.
    func ask(_ request: RESTRequest, from number: Int = 0) throws(ClientFailure) -> RESTAnswer {
        try request.ask(target, from: source(number))
    }

    /// The same without staying for the answer.
    func say(_ request: RESTRequest, from number: Int) throws(ClientFailure) -> RawSocket {
        let socket = try connect(number)
        socket.send(request.bytes(to: target))
        return socket
    }

    /// Opens a session of the attackers' own and lets players join it.
    func openParty(players: Int) throws(ClientFailure) -> AttackedParty {
        parties += 1
        return try AttackedParty(self, players: players, from: 50_000 + parties)
    }
}

/// A session that attackers have opened and joined, as anybody may.
final class AttackedParty {
    let session: Session
    private(set) var tokens: [String] = []
    private let site: Site

    fileprivate init(_ site: Site, players: Int, from source: Int) throws(ClientFailure) {
        self.site = site
        let settings = Tripto.standing(players: players + 40)
        let body: JSONValue = .object(["game": .string(Tripto.name), "settings": .object(settings)])
        let opened = try site.ask(RESTRequest(.post, "/v1/sessions", body: body), from: source)
        session = try Session(opened.expecting(201, of: "opening an attackers' session"))
        for index in 0..<players {
            let joined = try join(as: "Mallory \(index)", from: source + index)
            let player = try joined.expecting(201, of: "an attacker's join")
            tokens.append(player["playerAuthToken"]?.string ?? "")
        }
    }

    /// - Parameter token: nil: that of the session.
    func join(as name: String, with token: String? = nil, from source: Int)
        throws(ClientFailure) -> RESTAnswer
    {
        let body: JSONValue = .object([
            "joinToken": .string(token ?? session.joinToken), "name": .string(name),
        ])
        let request = RESTRequest(.post, "/v1/sessions/\(session.id)/join", body: body)
        return try site.ask(request, from: source)
    }

    /// Takes a player's seat.
    func seat(_ player: Int, receiveBytes: Int32? = nil) throws(ClientFailure) -> RawWebSocket {
        let socket = try enter(player, receiveBytes: receiveBytes)
        try socket.awaitMessage("WELCOME")
        return socket
    }

    func seat(count: Int) throws(ClientFailure) -> [RawWebSocket] {
        try (0..<count).map { (index) throws(ClientFailure) in try seat(index) }
    }

    /// Says HELLO as a player, and waits for nothing.
    func enter(_ player: Int, receiveBytes: Int32? = nil) throws(ClientFailure) -> RawWebSocket {
        let socket = try site.upgrade(player, session: session.id, receiveBytes: receiveBytes)
        socket.hello("PLAYER", token: tokens[player % tokens.count])
        return socket
    }

    func seatHost() throws(ClientFailure) -> RawWebSocket {
        let socket = try site.upgrade(session: session.id)
        socket.hello("HOST", token: session.hostToken)
        try socket.awaitMessage("WELCOME")
        return socket
    }

    func end() throws(ClientFailure) {
        let path = "/v1/sessions/\(session.id)"
        _ = try site.ask(RESTRequest(.delete, path, bearer: session.hostToken))
    }
}
