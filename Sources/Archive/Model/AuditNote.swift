public import Protocol

/// Something that was done to a session beside its inputs: it stands in one list with the commands of
/// its host.
public struct AuditNote: Sendable, Equatable {
    /// The raw values are what the audit calls it.
    public enum Kind: String, CaseIterable, Sendable {
        /// The host let a screen in by its code.
        case tvPaired = "TV_PAIRED"
        /// The host asked for a code for another device of theirs.
        case recoveryCodeMade = "RECOVERY_CODE_MADE"
        /// A device became the host by such a code.
        case hostRecovered = "HOST_RECOVERED"
        /// A device became the host by the host's link.
        case hostLinkOpened = "HOST_LINK_OPENED"
        /// The host ended the session and had it erased.
        case sessionErased = "SESSION_ERASED"
        /// A refresh token was spent twice, and its family revoked: somebody had a copy of it.
        case tokenReused = "TOKEN_REUSED"
    }

    public var kind: Kind
    public var session: SessionID
    public var actor: Viewer
    public var at: ServerTime
    /// Tells the note from others of its kind in its session, so that a repeated call stores it once.
    public var name: String

    public init(
        _ kind: Kind,
        of session: SessionID,
        by actor: Viewer,
        at: ServerTime,
        name: String
    ) {
        self.kind = kind
        self.session = session
        self.actor = actor
        self.at = at
        self.name = name
    }
}
