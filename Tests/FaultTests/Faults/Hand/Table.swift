import GatewayClient
import LoadTest
import Protocol

/// A session of one destination and one follow-up, in which nothing moves unless somebody moves it.
struct Table: Sendable {
    struct Seat: Sendable {
        let role: Role
        let token: String
        let refreshToken: String
        let playerID: String
    }

    /// A stage ends by hand long before.
    private static let stageMs: Int64 = 600_000

    let session: String
    let host: Seat
    let players: [Seat]

    /// Opens it and seats its players over REST.
    init(at target: Target, players count: Int) throws(ClientFailure) {
        let opened = try Self.call("/v1/sessions", Self.body(players: count), target)
        let session = try Session(opened)
        self.session = session.id
        host = Seat(
            role: .host,
            token: session.hostToken,
            refreshToken: opened["hostRefreshToken"]?.string ?? "",
            playerID: ""
        )
        var seats: [Seat] = []
        for index in 0..<count {
            let body: JSONValue = .object([
                "joinToken": .string(session.joinToken), "name": .string("Guest \(index + 1)"),
            ])
            let joined = try Self.call("/v1/sessions/\(session.id)/join", body, target)
            seats.append(
                Seat(
                    role: .player,
                    token: joined["playerAuthToken"]?.string ?? "",
                    refreshToken: joined["playerRefreshToken"]?.string ?? "",
                    playerID: joined["playerId"]?.string ?? ""
                )
            )
        }
        self.players = seats
    }

    private static func call(_ path: String, _ body: JSONValue, _ target: Target)
        throws(ClientFailure) -> JSONValue
    {
        let answer = try RESTRequest(.post, path, body: body).ask(target)
        guard answer.status == 201 else {
            throw .unexpected("POST \(path) gave \(answer.status): \(answer.json)")
        }
        return answer.json
    }

    /// A pair of tokens for the refresh token of another.
    func refresh(_ token: String) -> RESTRequest {
        let body: JSONValue = .object(["refreshToken": .string(token)])
        return RESTRequest(.post, "/v1/sessions/\(session)/refresh", body: body)
    }

    private static func body(players count: Int) -> JSONValue {
        .object([
            "game": .string("tripto"),
            "settings": .object([
                "destinationsCount": .int(1), "followupsPerDestination": .int(1),
                "maxPlayers": .int(Int64(count)), "locale": .string("en"),
                "timings": Timings(each: stageMs).json,
            ]),
        ])
    }

    // MARK: Moving it

    /// Starts the game.
    ///
    /// - Parameter host: has its seat.
    func start(by host: Device) throws(ClientFailure) {
        host.say("HOST_START_GAME")
        try host.wait { $0["state"]?.string == "ROUND_INTRO" }
    }

    /// Skips once.
    ///
    /// - Returns: the host's document after it.
    @discardableResult
    func skip(by host: Device) throws(ClientFailure) -> JSONValue {
        let before = host.moment
        host.say("HOST_SKIP")
        return try host.wait { Tripto.stage(of: $0) != before }
    }

    /// Reveals the destination and goes to its question.
    ///
    /// - Returns: an answer to it that counts as right.
    func goToQuestion(by host: Device) throws(ClientFailure) -> String {
        host.say("HOST_FORCE_REVEAL")
        try host.wait { $0["state"]?.string == "REVEAL_DESTINATION" }
        let document = try skip(by: host)
        guard document["state"]?.string == "FOLLOWUP_QUESTION",
            let right = document["secret"]?["followups"]?.array?.first?["accepted"]?.array?.first?
                .string
        else { throw .unexpected("no question in \(Tripto.stage(of: document))") }
        return right
    }

    /// Skips an open question, whose results come then.
    ///
    /// - Returns: a result for each player.
    func showResults(by host: Device) throws(ClientFailure) -> [JSONValue] {
        host.say("HOST_SKIP")
        let document = try host.wait { $0["followup"]?["results"]?.array != nil }
        return document["followup"]?["results"]?.array ?? []
    }
}
