import Accounts
import Protocol

/// Contents of the token by which a device acts for an account. No session takes it: it has a kind of its own.
struct AccountClaims: Equatable, Sendable {
    /// Milliseconds that it is good for; logging out ends it at once.
    static let lifetimeMs: Int64 = 15 * 60_000
    private static let kind = "account"

    var login: Login
    var expiresAt: ServerTime

    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("kind", Self.kind)
        writer.member("sub", login.account.rawValue)
        writer.member("fam", login.family)
        writer.member("exp", expiresAt.ms / 1000)
        writer.endObject()
        return writer.bytes
    }

    fileprivate init?(json: JSONValue) {
        guard json["kind"]?.string == Self.kind, let account = json["sub"]?.string,
            let family = json["fam"]?.string, let exp = json["exp"]?.int, exp > 0, exp < 1 << 40
        else { return nil }
        login = Login(account: AccountID(rawValue: account), family: family)
        expiresAt = ServerTime(ms: exp * 1000)
    }

    init(login: Login, expiresAt: ServerTime) {
        self.login = login
        self.expiresAt = expiresAt
    }
}

extension TokenSigner {
    func sign(_ claims: AccountClaims) -> String { sign(claims.json) }

    /// - Throws: `unauthorized` for a token that is no account's, `token_expired` for one whose time is up.
    func verifyAccount(_ token: String, at now: ServerTime) throws(WireError) -> Login {
        guard let claims = AccountClaims(json: try payload(of: token)) else { throw .foreignToken }
        guard now < claims.expiresAt else { throw .expiredToken }
        return claims.login
    }
}
