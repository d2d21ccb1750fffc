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
        /// The host wrote for them.
        public var isManual: Bool
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

/// One JSON object; keys are named as on the wire and always stand in the same order.
extension SessionRecord {
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("session")
        summary.write(to: &json, settings: settings)
        json.list("players", players) { $0.write(to: &$1) }
        json.list("games", games) { $0.write(to: &$1) }
        json.list("rounds", rounds) { $0.write(to: &$1) }
        json.list("answers", answers) { $0.write(to: &$1) }
        json.list("scores", scores) { $0.write(to: &$1) }
        json.list("audit", audit) { $0.write(to: &$1) }
        json.endObject()
    }
}

extension SessionSummary {
    /// - Parameter settings: what the session was created with; left out unless given.
    public func write(to json: inout JSONWriter, settings: JSONValue? = nil) {
        json.beginObject()
        json.member("sessionId", session.rawValue)
        json.member("joinCode", joinCode)
        json.member("game", game)
        json.member("status", status.rawValue)
        json.member("createdAtMs", createdAt.ms)
        json.member("endedAtMs", endedAt)
        json.member("erasedAtMs", erasedAt)
        json.member("playerCount", Int64(playerCount))
        json.member("roundCount", Int64(roundCount))
        if let settings { json.member("settings", settings) }
        json.endObject()
    }
}

extension SessionRecord.Player {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("playerId", player.rawValue)
        json.member("name", name)
        json.member("joinedAtMs", joinedAt.ms)
        json.member("lastSeenAtMs", lastSeenAt.ms)
        json.member("leftAtMs", leftAt)
        json.member("manual", isManual)
    }
}

extension SessionRecord.Game {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("game", Int64(number))
        json.member("startedAtMs", startedAt.ms)
        json.member("endedAtMs", endedAt)
        json.member("aborted", isAborted)
        json.key("winnerPlayerIds")
        json.beginArray()
        for winner in winners { json.value(winner.rawValue) }
        json.endArray()
    }
}

extension SessionRecord.Round {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("roundId", round.rawValue)
        json.member("game", Int64(game))
        json.member("index", Int64(index))
        json.member("state", state.rawValue)
        json.member("startedAtMs", startedAt.ms)
        json.member("endedAtMs", endedAt)
        for (name, value) in members {
            json.key(dynamic: name)
            json.value(value)
        }
    }
}

extension SessionRecord.Answer {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("roundId", round.rawValue)
        json.member("playerId", player.rawValue)
        json.member("question", Int64(question))
        json.key("stake")
        if let stake { json.value(stake) } else { json.null() }
        json.member("answerText", text)
        json.member("answeredAtMs", answeredAt)
        json.member(verdict)
    }
}

extension ArchivedScore {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("game", Int64(game))
        json.member("playerId", player.rawValue)
        json.member("name", name)
        json.member("points", Int64(points))
    }
}

extension SessionRecord.AuditEvent {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("seq", Int64(number))
        json.member("atMs", at.ms)
        json.member("actorRole", actor.role.rawValue)
        json.key("actorPlayerId")
        switch actor {
        case .host, .tv: json.null()
        case .player(let player): json.value(player.rawValue)
        }
        json.member("type", type)
        json.member("payload", payload)
    }
}

extension JSONWriter {
    fileprivate mutating func list<Element>(
        _ key: StaticString,
        _ elements: [Element],
        _ writeMembers: (Element, inout JSONWriter) -> Void
    ) {
        self.key(key)
        beginArray()
        for element in elements {
            beginObject()
            writeMembers(element, &self)
            endObject()
        }
        endArray()
    }

    fileprivate mutating func member(_ key: StaticString, _ time: ServerTime?) {
        self.key(key)
        if let time { value(time.ms) } else { null() }
    }

    fileprivate mutating func member(_ key: StaticString, _ value: JSONValue) {
        self.key(key)
        raw(value.bytes)
    }

    fileprivate mutating func member(_ verdict: SessionRecord.Verdict?) {
        key("isCorrect")
        if let verdict { value(verdict.isCorrect) } else { null() }
        key("pointsAwarded")
        if let verdict { value(verdict.points) } else { null() }
    }
}
