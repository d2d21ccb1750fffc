import Accounts
import Archive
import HTTP
import LiveStore
import Protocol
import Rooms
import Transport

/// One request and all that answers it; its calls begin and end on the loop of its connection's shard.
struct RequestContext: Sendable {
    var request: Request
    /// The shard of the connection, not of any session.
    var shard: Shard
    var site: Site
    /// The caller's, past trusted proxies.
    var address: String
    /// The gateway's, as the caller calls it.
    var asked: AskedAddress?

    var services: Services { shard.services }
    var now: ServerTime { shard.loop.now }

    /// The body as a JSON object; an empty body is an empty object.
    func body() throws(WireError) -> JSONObject {
        guard !request.body.isEmpty else { return JSONObject() }
        let json: JSONValue
        do {
            json = try JSONReader.read(request.body)
        } catch {
            throw WireError(.badMessage, "no JSON: \(error.problem) at byte \(error.offset)")
        }
        guard case .object(let object) = json else {
            throw WireError(.badMessage, "the body is a JSON object")
        }
        return object
    }

    func text(_ key: String, in body: JSONObject) throws(WireError) -> String {
        guard let text = body[key]?.string, text.utf8.count <= TokenSigner.maxLength else {
            throw WireError(.badMessage, "\(key) is a string", field: key)
        }
        return text
    }

    /// The token of `Authorization: Bearer …`.
    func bearer() throws(WireError) -> String {
        guard let value = request.headers.first("Authorization"),
            let token = Self.bearer(in: value)
        else { throw WireError(.unauthorized, "Authorization: Bearer <token> is needed") }
        return token
    }

    static func bearer(in value: String) -> String? {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// Checks that the caller is the host of a session.
    func requireHost(of session: SessionID) throws(WireError) {
        let claims = try verify(try bearer(), .auth, for: session)
        guard claims.viewer == .host else {
            throw WireError(.forbidden, "only the host may do this")
        }
    }

    /// Checks a token, its kind and its session.
    func verify(
        _ token: String,
        _ kind: TokenClaims.Kind,
        for session: SessionID
    ) throws(WireError) -> TokenClaims {
        try services.tokens.signer.verify(token, kind, for: session, at: now)
    }

    func limit(_ action: AddressLimits.Action) throws(APIError) {
        if let waitMs = services.addressLimits.take(action, by: address, at: now) {
            throw APIError(.tooManyCalls, retryAfterMs: waitMs)
        }
    }
}

// Calls that concern a session.
extension RequestContext {
    /// Runs `work` with the room of a session, on that session's loop.
    func on<Value>(
        _ session: SessionID,
        _ work: (any AnyRoom, Shard) async throws -> Value
    ) async throws -> Value {
        try await services.directory.shard(of: session).run { shard in
            let room: any AnyRoom
            do throws(WireError) {
                room = try await shard.registry.room(session)
            } catch {
                if error.code == .notFound { countUnknownSession(on: shard) }
                throw error
            }
            return try await work(room, shard)
        }
    }

    /// Runs `work` with the room of a session if the caller has the token of one of its links. All others
    /// are told the same, whether there is such a session or not.
    func on<Value>(
        _ session: SessionID,
        by token: LinkToken,
        _ work: (any AnyRoom, Shard) async throws -> Value
    ) async throws -> Value {
        guard token.isWellFormed else { throw WireError.foreignToken }
        return try await services.directory.shard(of: session).run { shard in
            // A session that is known here costs no look at a disk, or finds something there.
            if shard.registry[session] == nil, !shard.registry.isResting(session) {
                try refuseIfUnknownSessions(at: shard.loop.now)
            }
            let room: any AnyRoom
            do throws(WireError) {
                room = try await shard.registry.room(session)
            } catch {
                guard [.notFound, .sessionEnded].contains(error.code) else { throw error }
                countUnknownSession(on: shard)
                throw WireError.foreignToken
            }
            let lifetimeMs = services.configuration.linkMs
            try token.check(room.lobby, lifetimeMs: lifetimeMs, at: shard.loop.now)
            return try await work(room, shard)
        }
    }

    /// Counts nothing: a session that is there is asked for as often as one likes.
    func refuseIfUnknownSessions(at now: ServerTime) throws(APIError) {
        if let waitMs = services.addressLimits.waitMs(.unknownSession, by: address, at: now) {
            throw APIError(.tooManyCalls, retryAfterMs: waitMs)
        }
    }

    private func countUnknownSession(on shard: Shard) {
        _ = services.addressLimits.take(.unknownSession, by: address, at: shard.loop.now)
    }
}

/// The error that answers a call, and the time after which it may be tried again.
struct APIError: Error {
    var error: WireError
    var retryAfterMs: Int64?

    init(_ error: WireError, retryAfterMs: Int64? = nil) {
        self.error = error
        self.retryAfterMs = retryAfterMs
    }

    /// The answer to an error of a call; a store's own words are not for clients.
    init(of error: any Error) {
        switch error {
        case let error as APIError: self = error
        case let error as WireError: self.init(error)
        case is LiveStoreError: self.init(.storeUnreachable)
        case is ArchiveError: self.init(.nothingSaved)
        case let error as AccountError: self.init(of: error)
        default: self.init(WireError(.internal, "an internal error"))
        }
    }
}

/// The gateway's answers beside its sessions: the same at every entrance.
struct Site: Sendable {
    var files: StaticFiles
    /// Nil where the certificate is not a household's own.
    var trust: TrustPages?
    var readiness: Readiness
}

/// Tells the pages of other sites, which need no answer to do harm: a browser sends what they ask with the
/// household's address on it.
enum CrossSite {
    /// True for a request of such a page that changes something. A client that is no browser says nothing of
    /// sites and is served; a browser says Sec-Fetch-Site where it trusts the address, and Origin everywhere.
    ///
    /// Not told from what the body is called: `curl -d` calls it a form, and `fetch` of a string plain text.
    static func sent(_ request: Request, toSiteOf publicURL: String) -> Bool {
        guard request.method != .get, request.method != .head else { return false }
        if let site = request.headers.first("Sec-Fetch-Site") { return site == "cross-site" }
        guard let origin = request.headers.first("Origin") else { return false }
        // Of the host alone, as Sec-Fetch-Site would: another port of it is no stranger. What a proxy was
        // called, no page of another site can say: it would have to be asked first, and we never allow it.
        let names = ["Host", "X-Forwarded-Host"].compactMap(request.headers.first) + [publicURL]
        return !names.map(host).contains(host(origin))
    }

    /// Of a URL, or of what stands in Host.
    private static func host(_ text: String) -> String {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { $0 != "/" }
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        return (end.map { authority[...$0] } ?? authority.prefix { $0 != ":" }).lowercased()
    }
}
