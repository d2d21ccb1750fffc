public import GameState
public import Protocol

public struct ArchivedSession: Sendable {
    public struct Entry: Sendable, Equatable {
        public var version: Int64
        public var at: ServerTime
        public var body: [UInt8]

        public init(version: Int64, at: ServerTime, body: [UInt8]) {
            self.version = version
            self.at = at
            self.body = body
        }
    }

    public var game: String
    public var status: SessionStatus
    /// In order of their versions; none when the session was erased.
    public var entries: [Entry]

    public init(game: String, status: SessionStatus, entries: [Entry]) {
        self.game = game
        self.status = status
        self.entries = entries
    }
}

/// Points of one player in one game, summed from the answers as they are judged now.
public struct ArchivedScore: Sendable, Equatable {
    /// Of the session, from 1.
    public var game: Int
    public var player: PlayerID
    /// Empty when the session was erased.
    public var name: String
    public var points: Int

    public init(game: Int, player: PlayerID, name: String, points: Int) {
        self.game = game
        self.player = player
        self.name = name
        self.points = points
    }
}

/// A session at a glance.
public struct SessionSummary: Sendable, Equatable {
    public var session: SessionID
    /// Empty when the session was erased.
    public var joinCode: String
    public var game: String
    public var status: SessionStatus
    public var createdAt: ServerTime
    public var endedAt: ServerTime?
    /// When names, answers' texts and inputs were erased.
    public var erasedAt: ServerTime?
    /// Also those who left.
    public var playerCount: Int
    public var roundCount: Int
}

/// A session's state that was put away while nobody needs it.
public struct RestingState: Equatable, Sendable {
    public var session: SessionID
    public var version: Int64
    /// JSON.
    public var body: [UInt8]

    public init(session: SessionID, version: Int64, body: [UInt8]) {
        self.session = session
        self.version = version
        self.body = body
    }
}

public enum RestingChange: Sendable {
    /// Takes the place of an older one.
    case keep(RestingState)
    case forget(SessionID)
}

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
