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
        public var state: Fact.RoundState
        public var destination: String
        public var country: String
        /// The content pack it was played with.
        public var pack: String
        public var startedAt: ServerTime
        public var endedAt: ServerTime?
        /// The game it belongs to.
        public var game: Int
    }

    public struct Verdict: Sendable {
        public var isCorrect: Bool
        public var points: Int
    }

    /// A locked answer to a destination.
    public struct Answer: Sendable {
        public var round: RoundID
        public var player: PlayerID
        public var levelPoints: Int
        public var text: String
        public var lockedAt: ServerTime
        /// Nil until the reveal.
        public var verdict: Verdict?
    }

    public struct FollowupAnswer: Sendable {
        public var round: RoundID
        public var player: PlayerID
        /// Of the question, from 1.
        public var index: Int
        public var text: String
        /// Nil until the question is graded.
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
    /// By round, then in order of locking.
    public var answers: [Answer]
    /// By round and question, then by player.
    public var followupAnswers: [FollowupAnswer]
    /// By game, then the most first.
    public var scores: [ArchivedScore]
    public var audit: [AuditEvent]
}
