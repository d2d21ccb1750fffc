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
