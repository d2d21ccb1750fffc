import HTTP
import Protocol

/// One REST call on its way through the routes; lives on the loop of its connection's shard.
struct Call {
    var request: Request
    /// The shard of the connection, not of any session.
    var shard: Shard
    var site: Site
    /// Who calls, past trusted proxies.
    var address: String

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
            throw WireError(.forbidden, "the host alone may")
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

    func limit(_ action: AddressLimits.Action) throws(Refused) {
        if let waitMs = services.addressLimits.take(action, by: address, at: now) {
            throw Refused(.tooManyCalls, retryAfterMs: waitMs)
        }
    }
}
