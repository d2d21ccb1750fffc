import Protocol

/// What a token says: it opens one session in one role until it expires.
struct TokenClaims: Equatable, Sendable {
    enum Kind: String, Sendable {
        /// In the QR: lets a stranger sit down as a player.
        case join
        /// Lets a screen in.
        case tvjoin
        /// Opens a socket.
        case auth
        /// Makes a new pair of `auth` and `refresh`, once.
        case refresh

        /// How long it is good for, in milliseconds (the wire contract, §1).
        var lifetimeMs: Int64 {
            switch self {
            case .join: 15 * 60_000
            case .tvjoin: 12 * 3_600_000
            case .auth: 60 * 60_000
            case .refresh: 7 * 24 * 3_600_000
            }
        }
    }

    /// Whom it lets in.
    enum Subject: Equatable, Sendable {
        case seat(Viewer)
        /// Somebody who may sit down as a player and is none yet.
        case newcomer

        var role: Role {
            switch self {
            case .seat(let viewer): viewer.role
            case .newcomer: .player
            }
        }
    }

    var kind: Kind
    var session: SessionID
    var subject: Subject
    var expiresAt: ServerTime
    /// Refresh tokens that came from one another share it.
    var family: String?
    /// Makes two refresh tokens of the same second differ.
    var nonce: String?
}
