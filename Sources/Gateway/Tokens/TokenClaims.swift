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
