import OpenSSL
import Protocol

/// Signs and checks tokens: JWT (RFC 7519) in compact form (RFC 7515 §7.1), HS256 alone.
///
/// The key's id stands in the header (`kid`): a new key signs from now on while tokens of the older
/// ones stay good until they expire.
struct TokenSigner: Sendable {
    struct Key: Sendable {
        var id: String
        /// At least 32 bytes (RFC 7518 §3.2).
        var secret: [UInt8]
    }

    /// Bytes of a token; longer ones are not looked at.
    static let maxLength = 1024

    /// The first one signs.
    private let keys: [Key]

    init(keys: [Key]) {
        precondition(!keys.isEmpty, "no key")
        self.keys = keys
    }

    func sign(_ claims: TokenClaims) -> String {
        let key = keys[0]
        var header = JSONWriter()
        header.beginObject()
        header.key("alg")
        header.value("HS256")
        header.key("kid")
        header.value(key.id)
        header.endObject()
        let signed =
            Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.json)
        return signed + "." + Base64URL.encode(HMAC.sha256(key: key.secret, Array(signed.utf8)))
    }

    /// - Throws: `unauthorized` for what is no token of ours, `token_expired` for one whose time is up.
    func verify(
        _ token: String,
        _ kind: TokenClaims.Kind,
        at now: ServerTime
    ) throws(WireError) -> TokenClaims {
        guard token.utf8.count <= Self.maxLength else { throw Self.foreign }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]),
            let header = Self.json(parts[0]), header["alg"] == .string("HS256"),
            let key = keys.first(where: { header["kid"] == .string($0.id) })
        else { throw Self.foreign }
        let signed = Array(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        guard constantTimeEqual(signature, HMAC.sha256(key: key.secret, signed)),
            let claims = Self.json(parts[1]).flatMap(TokenClaims.init(json:)), claims.kind == kind
        else { throw Self.foreign }
        guard now < claims.expiresAt else {
            throw WireError(.tokenExpired, "the token has expired")
        }
        return claims
    }

    private static let foreign = WireError(.unauthorized, "no token for this")

    private static func json(_ part: Substring) -> JSONValue? {
        Base64URL.decode(part).flatMap { try? JSONReader.read($0) }
    }
}

extension TokenClaims {
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("kind")
        writer.value(kind.rawValue)
        writer.key("sid")
        writer.value(session.rawValue)
        writer.key("role")
        writer.value(viewer.role.rawValue)
        if let player = viewer.player, !player.rawValue.isEmpty {
            writer.key("player")
            writer.value(player.rawValue)
        }
        if let family {
            writer.key("fam")
            writer.value(family)
        }
        if let nonce {
            writer.key("jti")
            writer.value(nonce)
        }
        writer.key("exp")
        writer.value(expiresAt.ms / 1000)
        writer.endObject()
        return writer.bytes
    }

    fileprivate init?(json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap(Kind.init), let sid = json["sid"]?.string,
            let role = json["role"]?.string.flatMap(Role.init), let exp = json["exp"]?.int,
            exp > 0, exp < 1 << 40
        else { return nil }
        self.kind = kind
        session = SessionID(rawValue: sid)
        switch (role, json["player"]?.string) {
        case (.host, nil): viewer = .host
        case (.tv, nil): viewer = .tv
        case (.player, let id?): viewer = .player(PlayerID(rawValue: id))
        // A token to sit down names nobody yet.
        case (.player, nil): viewer = .player(PlayerID(rawValue: ""))
        case (.host, _), (.tv, _): return nil
        }
        expiresAt = ServerTime(ms: exp * 1000)
        family = json["fam"]?.string
        nonce = json["jti"]?.string
    }
}
