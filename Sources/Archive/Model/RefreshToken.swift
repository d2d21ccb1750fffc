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
