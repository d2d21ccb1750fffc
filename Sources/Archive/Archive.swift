public import GameState
public import Protocol

/// The port for what must outlast everything: inputs, rounds, answers, audit, refresh tokens.
///
/// May be called from anywhere; calls take effect in order, and completions run on the archive's own
/// queue. A call that is refused because too many wait, or because the archive is closed, completes
/// before it returns, wherever it was made.
public protocol Archive: Sendable {
    typealias Completion<Value> = @Sendable (Result<Value, ArchiveError>) -> Void

    /// Writes entries with all their facts, whole entries or nothing, in order per session.
    /// Completes when they are durable. An entry that is there already is skipped.
    func append(_ entries: [JournalEntry], _ done: @escaping Completion<Void>)

    /// All inputs of a session in order of their versions.
    func journal(of session: SessionID, _ done: @escaping Completion<ArchivedSession?>)

    /// What every player of a session has been awarded, the most first; also of those who left.
    func scores(of session: SessionID, _ done: @escaping Completion<[ArchivedScore]>)

    /// Erases names, answers' texts, device ids and inputs of a session; its rows and scores stay.
    func erase(_ session: SessionID, _ done: @escaping Completion<Void>)

    func store(_ token: RefreshToken, _ done: @escaping Completion<Void>)

    /// Spends a refresh token. A token spent before revokes its whole family.
    func spend(
        tokenHash: [UInt8],
        at now: ServerTime,
        _ done: @escaping Completion<TokenSpending>
    )

    /// Whether the store answers.
    func check(_ done: @escaping Completion<Void>)

    /// Finishes what was appended, then closes.
    func close(_ done: @escaping @Sendable () -> Void)
}

public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store's own result code.
    public var code: Int32
    /// What it said, with the statement that failed; never a value.
    public var description: String

    public init(code: Int32, _ description: String) {
        self.code = code
        self.description = description
    }
}

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

/// Points of one player, summed from the answers as they are judged now.
public struct ArchivedScore: Sendable, Equatable {
    public var player: PlayerID
    /// Empty when the session was erased.
    public var name: String
    public var points: Int

    public init(player: PlayerID, name: String, points: Int) {
        self.player = player
        self.name = name
        self.points = points
    }
}

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

public enum TokenSpending: Sendable, Equatable {
    case spent(RefreshToken)
    case unknown
    case expired
    /// Spent before: somebody holds a copy. The family is revoked now.
    case reused
}
