import Protocol

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
