import Protocol

/// Contents of the secret that comes with the code of a screen without a link. No session takes it: it has a kind of its
/// own. A gateway that has lost the code in a restart knows it again by them.
struct PairingClaims: Equatable, Sendable {
    private static let kind = "pairing"

    var code: String
    /// Makes the secrets of one code differ.
    var nonce: String
    var expiresAt: ServerTime

    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("kind", Self.kind)
        writer.member("code", code)
        writer.member("jti", nonce)
        writer.member("exp", expiresAt.ms / 1000)
        writer.endObject()
        return writer.bytes
    }

    fileprivate init?(json: JSONValue) {
        guard json["kind"]?.string == Self.kind, let code = json["code"]?.string,
            let nonce = json["jti"]?.string, let exp = json["exp"]?.int, exp > 0, exp < 1 << 40
        else { return nil }
        self.init(code: code, nonce: nonce, expiresAt: ServerTime(ms: exp * 1000))
    }

    init(code: String, nonce: String, expiresAt: ServerTime) {
        (self.code, self.nonce, self.expiresAt) = (code, nonce, expiresAt)
    }
}

extension TokenSigner {
    func sign(_ claims: PairingClaims) -> String { sign(claims.json) }

    /// - Returns: milliseconds that the code is good for; nil where the secret is not its, or its time is up.
    func lifeMs(ofPairing code: String, _ secret: String, at now: ServerTime) -> Int64? {
        guard let payload = try? payload(of: secret), let claims = PairingClaims(json: payload),
            claims.code == code, now < claims.expiresAt
        else { return nil }
        return claims.expiresAt - now
    }
}
