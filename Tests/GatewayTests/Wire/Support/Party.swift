import Contract
import HTTP
import Protocol
import Transport

/// A session with those who play in it.
struct Party {
    private(set) var address: SocketAddress
    let session: String
    let game: String
    /// The answer of `POST /v1/sessions`.
    let created: JSONValue

    /// A player as REST made one.
    struct Guest {
        let id: String
        let auth: String
        let refresh: String
    }

    init(
        _ address: SocketAddress,
        game: String = "tripto",
        settings: JSONValue = [:]
    ) async throws {
        let body: JSONValue = ["game": .string(game), "settings": settings]
        let answer = try await Web(address).call(.post, "/v1/sessions", body)
        guard answer.status == 201 else {
            throw SocketClient.Unexpected(wanted: "a session", heard: answer.text)
        }
        self.address = address
        self.game = game
        created = answer.json
        session = try created.text("sessionId")
    }

    /// A session on the gateway that most tests share.
    init(settings: JSONValue = [:]) async throws {
        try await self.init(Deployment.shared.address, settings: settings)
    }

    /// The same session at another gateway.
    func at(_ address: SocketAddress) -> Party {
        var party = self
        party.address = address
        return party
    }

    /// The part of docs/api that tells of its game.
    private var contract: Contract {
        switch game {
        case "quiz": .quiz
        case "name-that-tune": .nameThatTune
        case _: .tripto
        }
    }

    var web: Web { Web(address) }
    var path: String { "/v1/sessions/\(session)" }
    var hostAuth: String { get throws { try created.text("hostAuthToken") } }

    func tryToJoin(_ name: String, as avatar: JSONValue? = nil) async throws -> Answer {
        let token = try created.text("joinToken")
        var body: JSONObject = ["joinToken": .string(token), "name": .string(name)]
        body["avatar"] = avatar
        return try await web.call(.post, "\(path)/join", .object(body))
    }

    func join(_ name: String) async throws -> Guest {
        let json = try await tryToJoin(name).json
        return Guest(
            id: try json.text("playerId"),
            auth: try json.text("playerAuthToken"),
            refresh: try json.text("playerRefreshToken")
        )
    }

    /// A socket that has not said anything yet.
    func socket(bearer: String? = nil, compresses: Bool = false) async throws -> RawSocket {
        try await RawSocket(address, session: session, bearer: bearer, compresses: compresses)
    }

    /// One that has been welcomed and has heard its document.
    func seatedSocket(
        _ role: Role,
        _ token: String,
        compresses: Bool = false
    ) async throws -> RawSocket {
        let socket = try await socket(compresses: compresses)
        socket.hello(role.rawValue, token)
        try await socket.next("STATE_SNAPSHOT")
        return socket
    }

    /// A client that has been welcomed and has its document.
    func greeted(_ role: Role, _ token: String) async throws -> SocketClient {
        let client = SocketClient(
            address,
            session: session,
            as: role,
            token,
            contract: contract
        )
        try await client.next("STATE_SNAPSHOT")
        return client
    }

    func host() async throws -> SocketClient { try await greeted(.host, hostAuth) }

    func tvAuth() async throws -> String {
        let body: JSONValue = ["tvJoinToken": .string(try created.text("tvJoinToken"))]
        return try await web.call(.post, "\(path)/tv", body).json.text("tvAuthToken")
    }

    func tv() async throws -> SocketClient { try await greeted(.tv, tvAuth()) }

    /// A guest who has joined and sits on a socket that everybody knows of.
    func player(_ name: String) async throws -> (guest: Guest, client: SocketClient) {
        let guest = try await join(name)
        let client = try await greeted(.player, guest.auth)
        try await client.until { document in
            document["players"]?.array?.contains {
                $0["playerId"] == .string(guest.id) && $0["connected"] == true
            } == true
        }
        return (guest, client)
    }
}

/// Timings under which nothing happens by itself while a test looks.
let unhurried: JSONValue = [
    "intro": 600_000, "clue": 600_000, "brakeAnswer": 600_000, "reveal": 600_000,
    "followup": 600_000, "followupResults": 600_000, "scoreboard": 600_000, "final": 600_000,
]

/// Timings under which a game runs by itself in a moment.
let hurried: JSONValue = [
    "intro": 20, "clue": 20, "brakeAnswer": 20, "reveal": 20, "followup": 20,
    "followupResults": 20, "scoreboard": 20, "final": 20,
]
