import GatewayClient
import Protocol

/// Everything that a server says in any game, by protocol §3; a game's own messages are in its `messages`.
enum MessageType: String, CaseIterable, Sendable {
    case welcome = "WELCOME"
    case timePong = "TIME_PONG"
    case error = "ERROR"
    case stateSnapshot = "STATE_SNAPSHOT"
    case statePatch = "STATE_PATCH"
    case playerJoined = "PLAYER_JOINED"
    case playerLeft = "PLAYER_LEFT"
    case lobbyUpdated = "LOBBY_UPDATED"
    case answerAck = "ANSWER_ACK"
    case scoreboardUpdate = "SCOREBOARD_UPDATE"
    case finalResultsPresent = "FINAL_RESULTS_PRESENT"
    case timerSync = "TIMER_SYNC"
    case audioPlay = "AUDIO_PLAY"
    case audioStop = "AUDIO_STOP"
    case sfxPlay = "SFX_PLAY"
    case uiEffectTrigger = "UI_EFFECT_TRIGGER"
}

/// The members that the wire contract gives a message.
enum MessageShape: Sendable {
    case event([StaticString])
    /// For screens and the host.
    case sound([StaticString])

    /// The fault of a message, nil when it has none.
    static func fault(
        in message: ReceivedMessage,
        for role: Role,
        of game: any PlayedGame.Type
    ) -> String? {
        let common = message.type.map { Self.common($0, for: role, of: game) }
        guard let shape = common ?? game.messages[message.typeName] else {
            return "unknown type \(message.typeName)"
        }
        if message.serverTimeMs == nil { return "\(message.typeName) without serverTimeMs" }
        if message.session == nil { return "\(message.typeName) without sessionId" }
        let members: [StaticString]
        switch shape {
        case .event(let its): members = its
        case .sound where role == .player: return "\(message.typeName) to a player"
        case .sound(let its): members = its
        }
        let missing = members.first { Members.value(of: $0, in: message.payload) == nil }
        return missing.map { "\(message.typeName) without \($0)" }
    }

    private static func common(
        _ type: MessageType,
        for role: Role,
        of game: any PlayedGame.Type
    ) -> MessageShape {
        switch type {
        case .welcome:
            .event([
                "connectionId", "serverTimeMs", "timeOffsetHintMs", "role", "projection", "resumed",
            ])
        case .timePong: .event(["t0", "t1", "t2"])
        case .error: .event(["code", "message", "retryable"])
        case .stateSnapshot: .event(documentParts + game.parts + game.parts(of: role))
        case .statePatch: .event(["baseVersion", "version", "ops"])
        case .playerJoined: .event(["player"])
        case .playerLeft: .event(["playerId"])
        case .lobbyUpdated: .event(["players", "host", "settings"])
        case .answerAck: .event(["ok"])
        case .scoreboardUpdate: .event(["standings"])
        case .finalResultsPresent:
            .event(["winnerPlayerId", "isTie", "tieWinners", "standingsTop", "standingsFull"])
        case .timerSync:
            .event(["timerId", "startAtServerMs", "durationMs", "phase", "paused", "remainingMs"])
        case .audioPlay: .sound(["clipId", "roundId", "url", "startAtServerMs"])
        case .audioStop: .sound([])
        case .sfxPlay: .sound(["sfxId", "startAtServerMs"])
        case .uiEffectTrigger: .event(["effectId", "intensity", "durationMs"])
        }
    }

    private static let documentParts: [StaticString] = [
        "version", "state", "paused", "session", "players", "scoreboard", "timers", "final",
    ]
}

extension ReceivedMessage {
    /// Nil for a type that is of one game alone, or that nobody knows.
    var type: MessageType? { MessageType(rawValue: typeName) }
}

/// Messages are as the contract has them.
struct ContractLaw: LawCheck {
    var law: Law { .contract }

    func willTake(_ heard: Heard, _ referee: Referee) {
        let (client, game) = (heard.client, referee.game)
        if client.attention == .document {
            let fault = MessageShape.fault(in: heard.message, for: client.seat.role, of: game)
            referee.check(.contract, by: client.label, fault)
        } else if heard.type == nil, game.messages[heard.message.typeName] == nil {
            referee.check(.contract, by: client.label, "unknown type \(heard.message.typeName)")
        }
    }
}
