public import GameState
public import Protocol

/// All that the tables tell of a session but its inputs. Texts are empty when it was erased.
public struct SessionRecord: Sendable {
    public struct Player: Sendable {
        public var player: PlayerID
        public var name: String
        public var joinedAt: ServerTime
        public var lastSeenAt: ServerTime
        public var leftAt: ServerTime?
    }

    public struct Game: Sendable {
        /// From 1.
        public var number: Int
        public var startedAt: ServerTime
        /// Nil while it is on, and where nobody noted it.
        public var endedAt: ServerTime?
        public var isAborted: Bool
        /// More than one where they share the win.
        public var winners: [PlayerID] = []
    }

    public struct Round: Sendable {
        public var round: RoundID
        /// From 1, over all games.
        public var index: Int
        public var state: RoundState
        /// Name of the round as a person would call it; nil where its game gives none.
        public var title: String?
        /// Further members from its game, by name.
        public var members: [(name: String, value: String)]
        public var startedAt: ServerTime
        public var endedAt: ServerTime?
        /// The game it belongs to.
        public var game: Int
    }

    public struct Verdict: Sendable {
        public var isCorrect: Bool
        public var points: Int
    }

    /// A player's locked or last answer.
    public struct Answer: Sendable {
        public var round: RoundID
        public var player: PlayerID
        /// Of the round, by the game's own numbers.
        public var question: Int
        /// Points at stake, where these depended on when the answer came.
        public var stake: Int?
        public var text: String
        /// Nil where an earlier build did not store it.
        public var answeredAt: ServerTime?
        /// Nil until it is judged.
        public var verdict: Verdict?
    }

    public struct AuditEvent: Sendable {
        /// From 1.
        public var number: Int
        public var at: ServerTime
        public var actor: Viewer
        public var type: String
        public var payload: JSONValue
    }

    public var summary: SessionSummary
    public var settings: JSONValue
    /// In order of joining.
    public var players: [Player]
    public var games: [Game]
    public var rounds: [Round]
    /// By round and question, then in the order they came.
    public var answers: [Answer]
    /// By game, then the most first.
    public var scores: [ArchivedScore]
    public var audit: [AuditEvent]
}
