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

        init(id: String, secret: [UInt8]) {
            self.id = id
            self.secret = secret
        }

        /// The id tells a secret from another, is the same on every gateway, and reveals nothing
        /// that a signature would not.
        init(secret: [UInt8]) {
            let hash = HMAC.sha256(key: secret, Array("kid".utf8))
            self.init(id: Base64URL.encode(Array(hash.prefix(6))), secret: secret)
        }
    }

    /// The id that every secret had before secrets had ids of their own.
    private static let commonID = "1"

    /// Bytes of a token; longer ones are not looked at.
    static let maxLength = 1024

    /// The first one signs.
    private let keys: [Key]

    init(keys: [Key]) {
        precondition(!keys.isEmpty, "no key")
        self.keys = keys
    }

    func sign(_ claims: TokenClaims) -> String { sign(claims.json) }

    /// - Parameter payload: JSON that says by `kind` what it opens.
    func sign(_ payload: [UInt8]) -> String {
        let key = keys[0]
        var header = JSONWriter()
        header.beginObject()
        header.member("alg", "HS256")
        header.member("kid", key.id)
        header.endObject()
        let signed =
            Base64URL.encode(header.bytes) + "." + Base64URL.encode(payload)
        return signed + "." + Base64URL.encode(HMAC.sha256(key: key.secret, Array(signed.utf8)))
    }

    /// Makes the refresh token that takes a spent one's place differ from all others; nobody can
    /// reckon it without the key. A colon stands in nothing that is signed.
    func nonce(after spent: String) -> String {
        let code = HMAC.sha256(key: keys[0].secret, Array("renewal:\(spent)".utf8))
        return Base64URL.encode(Array(code.prefix(16)))
    }

    /// As the other `verify`; a token of another session is refused too.
    func verify(
        _ token: String,
        _ kind: TokenClaims.Kind,
        for session: SessionID,
        at now: ServerTime
    ) throws(WireError) -> TokenClaims {
        let claims = try verify(token, kind, at: now)
        guard claims.session == session else { throw .foreignToken }
        return claims
    }

    /// - Throws: `unauthorized` for a token that is not ours, `token_expired` for one whose time is up.
    func verify(
        _ token: String,
        _ kind: TokenClaims.Kind,
        at now: ServerTime
    ) throws(WireError) -> TokenClaims {
        guard let claims = TokenClaims(json: try payload(of: token)), claims.kind == kind else {
            throw .foreignToken
        }
        guard now < claims.expiresAt else {
            throw .expiredToken
        }
        return claims
    }

    /// - Throws: `unauthorized` for a token that is not ours.
    func payload(of token: String) throws(WireError) -> JSONValue {
        guard token.utf8.count <= Self.maxLength else { throw .foreignToken }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]),
            let header = Self.json(parts[0]), header["alg"] == .string("HS256"),
            case .string(let id)? = header["kid"]
        else { throw .foreignToken }
        let signed = Array(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        let isOurs = keys.contains { key in
            (key.id == id || id == Self.commonID)
                && constantTimeEqual(signature, HMAC.sha256(key: key.secret, signed))
        }
        guard isOurs, let payload = Self.json(parts[1]) else { throw .foreignToken }
        return payload
    }

    private static func json(_ part: Substring) -> JSONValue? {
        Base64URL.decode(part).flatMap { try? JSONReader.read($0) }
    }
}
