public import Protocol

/// A refresh token at rest: hashed, in a family that is revoked as a whole.
public struct RefreshToken: Sendable, Equatable {
    public var hash: [UInt8]
    public var family: String
    public var session: SessionID
    public var viewer: Viewer
    public var expiresAt: ServerTime

    public init(
        hash: [UInt8],
        family: String,
        session: SessionID,
        viewer: Viewer,
        expiresAt: ServerTime
    ) {
        self.hash = hash
        self.family = family
        self.session = session
        self.viewer = viewer
        self.expiresAt = expiresAt
    }
}

/// Outcome of renewing a refresh token.
public enum TokenRenewal: Sendable, Equatable {
    /// Spent at a moment: now, or a little while ago by a call whose answer may have been lost. The
    /// replacement is the one of that moment.
    case renewed(at: ServerTime)
    case unknown
    case expired
    /// Spent before, or revoked: somebody holds a copy, or its player was removed. The family is revoked now.
    case reused

    /// Milliseconds in which a spent token gets the same replacement again.
    public static let repeatMs: Int64 = 30_000
}

/// A new refresh token in place of a spent one.
public struct TokenReplacement: Sendable, Equatable {
    public var hash: [UInt8]
    public var expiresAt: ServerTime

    public init(hash: [UInt8], expiresAt: ServerTime) {
        self.hash = hash
        self.expiresAt = expiresAt
    }
}
