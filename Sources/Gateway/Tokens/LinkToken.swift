import GameState
import OpenSSL
import Protocol
import Rooms

/// The token of a link, as somebody brought it.
enum LinkToken: Sendable {
    case join(String)
    case host(String)

    /// True when a token has the form of one for a link; any other is not looked up.
    var isWellFormed: Bool {
        switch self {
        case .join(let text): RandomNames.isBase32(text, RandomNames.joinTokenLength)
        case .host(let text): RandomNames.isBase32(text, RandomNames.hostTokenLength)
        }
    }

    /// Takes as long for a wrong token as for a right one.
    ///
    /// - Throws: `unauthorized`, `token_expired` or `session_ended`; the last two only for a token that
    ///   is, or just was, of this session.
    func check(_ lobby: Lobby, lifetimeMs: Int64, at now: ServerTime) throws(WireError) {
        let madeAt: ServerTime
        switch self {
        case .join(let text):
            guard let token = lobby.joinToken else { throw .foreignToken }
            if let former = token.former, Self.isSame(text, former) { throw .expiredToken }
            guard Self.isSame(text, token.text) else { throw .foreignToken }
            guard !token.isRevoked else { throw .expiredToken }
            madeAt = token.madeAt
        case .host(let text):
            guard let token = lobby.hostToken, Self.isSame(HostToken.hash(of: text), token.hash)
            else { throw .foreignToken }
            madeAt = token.madeAt
        }
        guard lobby.status != .ended else { throw .sessionOver }
        guard now - madeAt < lifetimeMs else { throw .expiredToken }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        constantTimeEqual(Array(one.utf8), Array(other.utf8))
    }
}

extension HostToken {
    static func hash(of token: String) -> String {
        Base64URL.encode(TokenIssuer.hash(token))
    }
}

/// Links that open one clip for a few minutes for anybody who holds one: HMAC-SHA256 over session,
/// round, clip and time.
struct ClipLinks: Sendable {
    static let lifetimeMs: Int64 = 5 * 60_000
    /// No token is signed over bytes that begin so: those are base64url, which has no space.
    private static let label = "clip link 1"

    /// The first one signs.
    private let secrets: [[UInt8]]
    /// The path of the public URL; links carry no host, so that they hold under every name of it.
    private let basePath: String

    /// - Parameters:
    ///   - secrets: what tokens are signed with; at least one.
    ///   - publicURL: without a slash at its end.
    init(secrets: [[UInt8]], publicURL: String) {
        precondition(!secrets.isEmpty, "no secret")
        self.secrets = secrets
        let parts = publicURL.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        basePath = parts.count == 3 ? "/\(parts[2])" : ""
    }

    func link(
        _ session: SessionID,
        _ round: RoundID,
        _ clip: ClipID,
        at now: ServerTime
    ) -> String {
        let expiry = String((now + Self.lifetimeMs).ms / 1_000)
        let signature = Base64URL.encode(sign(session, round, clip, expiry, with: secrets[0]))
        return "\(basePath)/v1/sessions/\(session)/rounds/\(round)/assets/\(clip)"
            + "?e=\(expiry)&s=\(signature)"
    }

    /// - Throws: `unauthorized` for a link that we have not signed, `token_expired` for one that is too
    ///   old.
    func verify(
        _ signature: String,
        until expiry: String,
        for session: SessionID,
        _ round: RoundID,
        _ clip: ClipID,
        at now: ServerTime
    ) throws(WireError) {
        guard signature.utf8.count <= 64, expiry.utf8.count <= 12,
            let given = Base64URL.decode(Substring(signature)),
            secrets.contains(where: { secret in
                constantTimeEqual(given, sign(session, round, clip, expiry, with: secret))
            }),
            let seconds = Int64(expiry)
        else { throw .foreignToken }
        guard now.ms < seconds * 1_000 else { throw .expiredToken }
    }

    private func sign(
        _ session: SessionID,
        _ round: RoundID,
        _ clip: ClipID,
        _ expiry: String,
        with secret: [UInt8]
    ) -> [UInt8] {
        let parts = [Self.label, session.rawValue, round.rawValue, clip.rawValue, expiry]
        return HMAC.sha256(key: secret, Array(parts.joined(separator: "\n").utf8))
    }
}
