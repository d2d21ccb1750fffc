import Protocol

/// Contents of a token: it opens one session in one role until it expires.
struct TokenClaims: Equatable, Sendable {
    enum Kind: String, Sendable {
        /// Lets a screen in.
        case tvjoin
        /// Opens a socket.
        case auth
        /// Makes a new pair of `auth` and `refresh`, once.
        case refresh

        /// Milliseconds that it is good for (protocol §1).
        var lifetimeMs: Int64 {
            switch self {
            case .tvjoin: 12 * 3_600_000
            case .auth: 60 * 60_000
            case .refresh: 7 * 24 * 3_600_000
            }
        }
    }

    var kind: Kind
    var session: SessionID
    /// The viewer that it lets in.
    var viewer: Viewer
    var expiresAt: ServerTime
    /// Refresh tokens that came from one another share it.
    var family: String?
    /// Makes two refresh tokens of the same second differ.
    var nonce: String?

    /// True when the token was made at a moment or later; both to the second, as tokens have it.
    func isFrom(_ moment: ServerTime?) -> Bool {
        guard let moment else { return true }
        return (expiresAt.ms - kind.lifetimeMs) / 1000 >= moment.ms / 1000
    }
}

/// As a token carries them.
extension TokenClaims {
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("kind", kind.rawValue)
        writer.member("sid", session.rawValue)
        writer.member("role", viewer.role.rawValue)
        if case .player(let player) = viewer {
            writer.member("player", player.rawValue)
        }
        if let family {
            writer.member("fam", family)
        }
        if let nonce {
            writer.member("jti", nonce)
        }
        writer.member("exp", expiresAt.ms / 1000)
        writer.endObject()
        return writer.bytes
    }

    init?(json: JSONValue) {
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
        case (.host, _), (.tv, _), (.player, nil): return nil
        }
        expiresAt = ServerTime(ms: exp * 1000)
        family = json["fam"]?.string
        nonce = json["jti"]?.string
    }
}
