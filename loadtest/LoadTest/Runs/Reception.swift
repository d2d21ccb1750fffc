import HTTP
import Protocol

/// Opens a session and seats its clients over REST.
final class Reception {
    typealias Completion<Value> = (Result<Value, RunFailure>) -> Void

    let rest: RESTClient
    private(set) var session: Session?
    /// Told of every body that a PLAYER or TV gets.
    var onBody: ([UInt8]) -> Void = { _ in }

    init(_ rest: RESTClient) {
        self.rest = rest
    }

    func open(settings: JSONValue, then completion: @escaping Completion<Session>) {
        let body: JSONValue = .object(["game": .string("tripto"), "settings": settings])
        call(.post, "/v1/sessions", body: body, expecting: 201) { result in
            completion(
                result.flatMap { json in
                    Self.attempt { () throws(RunFailure) in
                        let session = try Session(json)
                        self.session = session
                        return session
                    }
                }
            )
        }
    }

    func hostSeat(_ session: Session) -> Seat {
        Seat(
            session: session.id,
            role: .host,
            playerID: nil,
            name: "",
            token: session.hostToken,
            path: session.path,
            greeting: .bearerHeader
        )
    }

    func seatTV(_ session: Session, then completion: @escaping Completion<Seat>) {
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

    /// - Parameter code: whether the token is asked for with the code, as one who types it does.
    func seatPlayer(
        _ name: String,
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
                    self.join(name, token, session, completion)
                case .failure(let failure): completion(.failure(failure))
                }
            }
            return
        }
        join(name, session.joinToken, session, completion)
    }

    private func join(
        _ name: String,
        _ token: String,
        _ session: Session,
        _ completion: @escaping Completion<Seat>
    ) {
        let body: JSONValue = .object(["joinToken": .string(token), "name": .string(name)])
        call(.post, "/v1/sessions/\(session.id)/join", body: body, expecting: 201) { result in
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
    func end(then completion: @escaping Completion<Void>) {
        guard let session else { return completion(.success(())) }
        rest.call(.delete, "/v1/sessions/\(session.id)", bearer: session.hostToken) { result in
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
    ) -> Result<Seat, RunFailure> {
        attempt { () throws(RunFailure) in
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
        _ body: () throws(RunFailure) -> Value
    ) -> Result<Value, RunFailure> {
        do throws(RunFailure) { return .success(try body()) } catch { return .failure(error) }
    }

    private func call(
        _ method: Method,
        _ path: String,
        body: JSONValue,
        expecting status: Int = 200,
        then completion: @escaping Completion<JSONValue>
    ) {
        rest.call(method, path, body: body) { result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let answer):
                if path != "/v1/sessions" { self.onBody(answer.body) }
                let json = answer.json
                guard answer.status == status else {
                    return completion(
                        .failure(
                            .refused(
                                call: "\(method.name) \(path)",
                                status: answer.status,
                                code: json["code"]?.string ?? "without a code",
                                message: json["message"]?.string ?? ""
                            )
                        )
                    )
                }
                completion(.success(json))
            }
        }
    }
}
