public import Protocol

/// Something durable that the archive keeps in a table of its own (T-7), idempotent by its keys.
public enum Fact: Codable, Equatable, Sendable {
    case sessionCreated(joinCode: String, game: String, settingsJSON: String)
    case sessionStatus(SessionStatus)
    case playerJoined(PlayerID, name: String)
    case playerRenamed(PlayerID, name: String)
    case playerSeen(PlayerID, isConnected: Bool)
    case playerLeft(PlayerID)
    /// A destination with its clues and questions, as played.
    case content(RoundPackage)
    /// The first game of a session, or a rematch; comes before its first round.
    case gameStarted
    /// Its results stand. Who shares a win stands beside others; nobody stands there where nobody won.
    case gameEnded(isAborted: Bool, winners: [PlayerID])
    /// `index` counts all rounds of the session, from 1.
    case roundStarted(RoundID, index: Int, packageID: String)
    case roundState(RoundID, RoundState)
    case clipMade(RoundID, ClipRecord)
    case answerLocked(RoundID, PlayerID, levelPoints: Int, text: String)
    /// Also written when a host overrides a verdict.
    case answerJudged(RoundID, PlayerID, isCorrect: Bool, points: Int)
    case followupAnswered(RoundID, PlayerID, index: Int, text: String)
    case followupJudged(RoundID, PlayerID, index: Int, isCorrect: Bool, points: Int)
    /// For troubleshooting (T-13-8): who did what. `payloadJSON` is one JSON object.
    case audit(actor: Viewer, type: String, payloadJSON: String)

    public enum RoundState: String, Codable, CaseIterable, Sendable {
        case preparing, intro, clues, reveal, followups, scored, aborted
    }
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
        case .content: "content"
        case .gameStarted: "game started"
        case .gameEnded: "game ended"
        case .roundStarted(let round, _, _): "round \(round) started"
        case .roundState(let round, let state): "round \(round) in \(state.rawValue)"
        case .clipMade: "clip made"
        case .answerLocked: "answer locked"
        case .answerJudged: "answer judged"
        case .followupAnswered: "follow-up answered"
        case .followupJudged: "follow-up judged"
        case .audit(_, let type, _): "audit of \(type)"
        }
    }
}

public enum SessionStatus: String, Codable, CaseIterable, Sendable, Part {
    case lobby, active, ended

    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}
