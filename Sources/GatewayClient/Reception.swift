public import Protocol

/// A place in a session: everything that REST gave for one client.
public struct Seat: Sendable {
    /// The way in which a client says who it is; the contract knows three.
    public enum Greeting: Sendable {
        case bearerHeader, subprotocol, firstMessage
    }

    public let session: String
    public let role: Role
    /// Of a PLAYER.
    public let playerID: PlayerID?
    public let name: String
    public let token: String
    /// Path and query of `wsUrl`.
    public let path: String
    public var greeting: Greeting

    public init(
        session: String,
        role: Role,
        playerID: PlayerID? = nil,
        name: String = "",
        token: String,
        path: String,
        greeting: Greeting = .firstMessage
    ) {
        self.session = session
        self.role = role
        self.playerID = playerID
        self.name = name
        self.token = token
        self.path = path
        self.greeting = greeting
    }
}

/// The answer to POST /v1/sessions.
public struct Session: Sendable {
    public let id: String
    public let joinCode: String
    public let joinToken: String
    public let tvJoinToken: String
    public let hostToken: String
    public let hostRefreshToken: String
    public let path: String

    public init(_ json: JSONValue) throws(ClientFailure) {
        func text(_ name: String) throws(ClientFailure) -> String {
            guard let value = json[name]?.string else {
                throw .unexpected("POST /v1/sessions gave no \(name)")
            }
            return value
        }
        id = try text("sessionId")
        joinCode = try text("joinCode")
        joinToken = try text("joinToken")
        tvJoinToken = try text("tvJoinToken")
        hostToken = try text("hostAuthToken")
        hostRefreshToken = try text("hostRefreshToken")
        _ = try (text("joinUrl"), text("tvUrl"))
        path = try Self.path(json)
    }

    /// Reads `wsUrl`: whatever host it names, a client talks to the one that its transport knows.
    public static func path(_ json: JSONValue) throws(ClientFailure) -> String {
        let url = json["wsUrl"]?.string ?? ""
        guard let path = path(ofURL: url) else { throw .unexpected("\"\(url)\" is no wsUrl") }
        return path
    }

    /// Path and query of an absolute URL; nil where it has neither.
    static func path(ofURL url: String) -> String? {
        guard let scheme = url.firstIndex(of: ":"), url[scheme...].hasPrefix("://") else {
            return nil
        }
        let rest = url[url.index(scheme, offsetBy: 3)...]
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        return String(rest[slash...])
    }
}

/// Opens a session and seats its clients over REST.
public final class Reception {
    public typealias Completion<Value> = (Result<Value, ClientFailure>) -> Void

    public let rest: any RESTCaller
    private let game: String
    public private(set) var session: Session?
    /// Told of every body that a PLAYER or TV gets.
    public var onBody: ([UInt8]) -> Void = { _ in }

    public init(_ rest: any RESTCaller, game: String) {
        self.rest = rest
        self.game = game
    }

    public func open(settings: JSONValue, then completion: @escaping Completion<Session>) {
        let body: JSONValue = .object(["game": .string(game), "settings": settings])
        call(.post, "/v1/sessions", body: body, expecting: 201) { result in
            completion(
                result.flatMap { json in
                    Self.attempt { () throws(ClientFailure) in
                        let session = try Session(json)
                        self.session = session
                        return session
                    }
                }
            )
        }
    }

    public func hostSeat(_ session: Session) -> Seat {
        Seat(
            session: session.id,
            role: .host,
            token: session.hostToken,
            path: session.path,
            greeting: .bearerHeader
        )
    }

    public func seatTV(_ session: Session, then completion: @escaping Completion<Seat>) {
        let body: JSONValue = .object(["tvJoinToken": .string(session.tvJoinToken)])
        call(.post, "/v1/sessions/\(session.id)/tv", body: body) { result in
            completion(
                result.flatMap { json in
                    Self.seat(
                        json,
                        session,
                        .tv,
                        name: "",
                        token: "tvAuthToken",
                        greeting: .subprotocol
                    )
                }
            )
        }
    }

    /// - Parameters:
    ///   - avatar: the one that is wished for, if any.
    ///   - code: true to ask for the token with the code, like a guest who types it.
    public func seatPlayer(
        _ name: String,
        as avatar: Avatar? = nil,
        in session: Session,
        byCode code: Bool = false,
        then completion: @escaping Completion<Seat>
    ) {
        guard !code else {
            let body: JSONValue = .object(["joinCode": .string(session.joinCode.lowercased())])
            call(.post, "/v1/join", body: body) { result in
                switch result {
                case .success(let json):
                    guard let token = json["joinToken"]?.string,
                        json["sessionId"]?.string == session.id
                    else {
                        return completion(
                            .failure(.unexpected("POST /v1/join gave no token of this session"))
                        )
                    }
                    self.join(name, avatar, token, session, completion)
                case .failure(let failure): completion(.failure(failure))
                }
            }
            return
        }
        join(name, avatar, session.joinToken, session, completion)
    }

    private func join(
        _ name: String,
        _ avatar: Avatar?,
        _ token: String,
        _ session: Session,
        _ completion: @escaping Completion<Seat>
    ) {
        var body: JSONObject = ["joinToken": .string(token), "name": .string(name)]
        body["avatar"] = avatar?.json
        call(.post, "/v1/sessions/\(session.id)/join", body: .object(body), expecting: 201) {
            result in
            completion(
                result.flatMap { json in
                    Self.seat(
                        json,
                        session,
                        .player,
                        name: name,
                        token: "playerAuthToken",
                        greeting: .firstMessage
                    )
                }
            )
        }
    }

    /// Ends the session and has the personal data erased.
    public func end(then completion: @escaping Completion<Void>) {
        guard let session else { return completion(.success(())) }
        let request = RESTRequest(
            .delete,
            "/v1/sessions/\(session.id)",
            bearer: session.hostToken
        )
        rest.call(request) { result in
            completion(
                result.flatMap { answer in
                    [204, 404, 410].contains(answer.status)
                        ? .success(())
                        : .failure(.unexpected("DELETE of the session gave \(answer.status)"))
                }
            )
        }
    }

    private static func seat(
        _ json: JSONValue,
        _ session: Session,
        _ role: Role,
        name: String,
        token: String,
        greeting: Seat.Greeting
    ) -> Result<Seat, ClientFailure> {
        attempt { () throws(ClientFailure) in
            guard let authToken = json[token]?.string else {
                throw .unexpected("joining as \(role.rawValue) gave no \(token)")
            }
            let id = json["playerId"]?.string
            guard role != .player || id != nil else { throw .unexpected("no playerId") }
            return Seat(
                session: session.id,
                role: role,
                playerID: id.map { PlayerID(rawValue: $0) },
                name: name,
                token: authToken,
                path: try Session.path(json),
                greeting: greeting
            )
        }
    }

    private static func attempt<Value>(
        _ body: () throws(ClientFailure) -> Value
    ) -> Result<Value, ClientFailure> {
        do throws(ClientFailure) { return .success(try body()) } catch { return .failure(error) }
    }

    private func call(
        _ method: RESTMethod,
        _ path: String,
        body: JSONValue,
        expecting status: Int = 200,
        then completion: @escaping Completion<JSONValue>
    ) {
        let request = RESTRequest(method, path, body: body)
        rest.call(request) { result in
            completion(
                result.flatMap { answer in
                    if path != "/v1/sessions" { self.onBody(answer.body) }
                    return Self.attempt { () throws(ClientFailure) in
                        try answer.expecting(status, of: request.name)
                    }
                }
            )
        }
    }
}
