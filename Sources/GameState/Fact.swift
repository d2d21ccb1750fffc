public import Protocol

/// Something durable that the archive keeps in a table of its own (T-7), idempotent by its keys.
public enum Fact: Codable, Equatable, Sendable {
    case sessionCreated(joinCode: String, game: String, settingsJSON: String)
    case sessionStatus(SessionStatus)
    /// - isManual: true for a manual player, else nil.
    case playerJoined(PlayerID, name: String, isManual: Bool? = nil)
    case playerRenamed(PlayerID, name: String)
    case playerSeen(PlayerID, isConnected: Bool)
    case playerLeft(PlayerID)
    /// The first game of a session, or a rematch; comes before its first round.
    case gameStarted
    /// Its results are final. `winners` holds all who share the win, and nobody where nobody won.
    case gameEnded(isAborted: Bool, winners: [PlayerID])
    /// `index` counts all rounds of the session, from 1.
    case roundBegan(RoundID, index: Int)
    case roundState(RoundID, RoundState)
    case clipMade(RoundID, ClipRecord)
    /// A player's locked or last answer.
    ///
    /// - question: of the round, by the game's own numbers; 0 where a round has one.
    /// - stake: its worth where that depends on when it came; nil where every answer is worth the same.
    case answered(RoundID, PlayerID, question: Int = 0, stake: Int? = nil, text: String)
    /// An answer's verdict and points. Also written when a host overrides a verdict.
    case judged(RoundID, PlayerID, question: Int = 0, isCorrect: Bool, points: Int)
    /// For troubleshooting (T-13-8): who did what. `payloadJSON` is one JSON object.
    case audit(actor: Viewer, type: String, payloadJSON: String)
    /// A fact for which one game alone has a table.
    case game(GameRecord)
}

/// A fact of one game, in that game's own words: only its tables can read it.
public struct GameRecord: Codable, Equatable, Sendable {
    /// Nil in what builds stored that had one game.
    public let game: String?
    /// One JSON value.
    public let json: String

    public init(game: String?, json: String) {
        self.game = game
        self.json = json
    }
}

/// State of a round: a word of the game's, except at either end.
public struct RoundState: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Before its first word.
    public static let preparing = RoundState(rawValue: "preparing")
    public static let scored = RoundState(rawValue: "scored")
    public static let aborted = RoundState(rawValue: "aborted")

    public var isLast: Bool { self == .scored || self == .aborted }
}

/// A fact may hold the secret or somebody's words; printing it tells its kind alone.
extension Fact: CustomStringConvertible {
    public var description: String {
        switch self {
        case .sessionCreated: "session created"
        case .sessionStatus(let status): "session \(status.rawValue)"
        case .playerJoined: "player joined"
        case .playerRenamed: "player renamed"
        case .playerSeen: "player seen"
        case .playerLeft: "player left"
        case .gameStarted: "game started"
        case .gameEnded: "game ended"
        case .roundBegan(let round, _): "round \(round) began"
        case .roundState(let round, let state): "round \(round) in \(state.rawValue)"
        case .clipMade: "clip made"
        case .answered: "answered"
        case .judged: "judged"
        case .audit(_, let type, _): "audit of \(type)"
        case .game(let record): record.description
        }
    }
}

extension GameRecord: CustomStringConvertible {
    public var description: String { "a record of \(game ?? "a game")" }
}

public enum SessionStatus: String, Codable, CaseIterable, Sendable, DocumentValue {
    case lobby, active, ended

    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}

/// Permanent record of one commit: the input, and its facts.
public struct JournalEntry: Sendable {
    public var session: SessionID
    /// The session's version after the commit; an entry that is appended twice counts once.
    public var version: Int64
    public var at: ServerTime
    /// The input (for version 1: the setup) as JSON; made when it is needed, off the hot path.
    public var body: @Sendable () -> [UInt8]
    public var facts: [Fact]

    public init(
        session: SessionID,
        version: Int64,
        at: ServerTime,
        facts: [Fact],
        body: @escaping @Sendable () -> [UInt8]
    ) {
        self.session = session
        self.version = version
        self.at = at
        self.facts = facts
        self.body = body
    }
}
