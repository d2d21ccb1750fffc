import GatewayClient
import Protocol

/// Everything that a server says, by protocol §3.
enum MessageType: String, CaseIterable, Sendable {
    case welcome = "WELCOME"
    case timePong = "TIME_PONG"
    case error = "ERROR"
    case stateSnapshot = "STATE_SNAPSHOT"
    case statePatch = "STATE_PATCH"
    case playerJoined = "PLAYER_JOINED"
    case playerLeft = "PLAYER_LEFT"
    case lobbyUpdated = "LOBBY_UPDATED"
    case cluePresent = "CLUE_PRESENT"
    case brakeAccepted = "BRAKE_ACCEPTED"
    case brakeRejected = "BRAKE_REJECTED"
    case brakeAnswerLocked = "BRAKE_ANSWER_LOCKED"
    case answerAck = "ANSWER_ACK"
    case destinationReveal = "DESTINATION_REVEAL"
    case destinationResults = "DESTINATION_RESULTS"
    case scoreboardUpdate = "SCOREBOARD_UPDATE"
    case followupPresent = "FOLLOWUP_PRESENT"
    case followupLocked = "FOLLOWUP_LOCKED"
    case followupResults = "FOLLOWUP_RESULTS"
    case finalResultsPresent = "FINAL_RESULTS_PRESENT"
    case timerSync = "TIMER_SYNC"
    case audioPlay = "AUDIO_PLAY"
    case audioStop = "AUDIO_STOP"
    case musicSet = "MUSIC_SET"
    case musicStop = "MUSIC_STOP"
    case musicDuck = "MUSIC_DUCK"
    case musicGainSet = "MUSIC_GAIN_SET"
    case sfxPlay = "SFX_PLAY"
    case uiEffectTrigger = "UI_EFFECT_TRIGGER"
}

extension MessageType {
    /// The part that a message has in what bots and laws do, where it has one.
    enum Kind {
        case greeting, document, error, acknowledgement
        case brakeAccepted, brakeRejected
        /// The brake is over, or may be.
        case endsBrake, playerLeft
        /// Points, from which the standings follow.
        case results
        case sound, other
    }

    var kind: Kind {
        switch self {
        case .welcome: .greeting
        case .stateSnapshot, .statePatch: .document
        case .error: .error
        case .answerAck: .acknowledgement
        case .brakeAccepted: .brakeAccepted
        case .brakeRejected: .brakeRejected
        case .brakeAnswerLocked, .cluePresent, .destinationReveal: .endsBrake
        case .playerLeft: .playerLeft
        case .destinationResults, .followupResults, .scoreboardUpdate, .finalResultsPresent:
            .results
        case .audioPlay, .audioStop, .musicSet, .musicStop, .musicDuck, .musicGainSet, .sfxPlay:
            .sound
        case .timePong, .playerJoined, .lobbyUpdated, .followupPresent, .followupLocked,
            .timerSync, .uiEffectTrigger:
            .other
        }
    }
}

extension ReceivedMessage {
    /// Nil for a type that the contract does not know.
    var type: MessageType? { MessageType(rawValue: typeName) }
}

/// The members that the wire contract gives each message; a missing one is a breach of contract.
enum Shape {
    /// The fault of a message, nil when it has none.
    static func fault(in message: ReceivedMessage, for role: Role) -> String? {
        guard let type = message.type else { return "unknown type \(message.typeName)" }
        if message.serverTimeMs == nil { return "\(message.typeName) without serverTimeMs" }
        if message.session == nil { return "\(message.typeName) without sessionId" }
        if role == .player, type.kind == .sound { return "\(message.typeName) to a player" }
        let missing = members(of: type, for: role).filter {
            Members.value(of: $0, in: message.payload) == nil
        }
        guard let first = missing.first else { return nil }
        return "\(message.typeName) without \(first)"
    }

    private static func members(
        of type: MessageType,
        for role: Role
    ) -> [StaticString] {
        switch type {
        case .welcome:
            [
                "connectionId", "serverTimeMs", "timeOffsetHintMs", "role", "projection", "resumed",
            ]
        case .timePong: ["t0", "t1", "t2"]
        case .error: ["code", "message", "retryable"]
        case .stateSnapshot: documentParts + ownParts(of: role)
        case .statePatch: ["baseVersion", "version", "ops"]
        case .playerJoined: ["player"]
        case .playerLeft, .brakeAnswerLocked: ["playerId"]
        case .lobbyUpdated: ["players", "host", "settings"]
        case .cluePresent: ["levelPoints", "clueText", "levelIndex", "totalLevels"]
        case .brakeAccepted: ["brakeOwnerPlayerId", "levelPoints", "lockedPlayersCount"]
        case .brakeRejected: ["reason"]
        case .answerAck: ["ok"]
        case .destinationReveal: ["destinationName", "country", "revealText"]
        case .destinationResults: ["results"]
        case .scoreboardUpdate: ["standings"]
        case .followupPresent: ["index", "total", "questionText", "timer"]
        case .followupLocked: ["index"]
        case .followupResults: ["index", "correctAnswer", "results"]
        case .finalResultsPresent:
            ["winnerPlayerId", "isTie", "tieWinners", "standingsTop", "standingsFull"]
        case .timerSync:
            ["timerId", "startAtServerMs", "durationMs", "phase", "paused", "remainingMs"]
        case .audioPlay: ["clipId", "roundId", "url", "startAtServerMs"]
        case .audioStop: []
        case .musicSet: ["trackId", "mode", "startAtServerMs"]
        case .musicStop: ["fadeOutMs"]
        case .musicDuck: ["amountDb", "attackMs", "releaseMs"]
        case .musicGainSet: ["gainDb"]
        case .sfxPlay: ["sfxId", "startAtServerMs"]
        case .uiEffectTrigger: ["effectId", "intensity", "durationMs"]
        }
    }

    private static let documentParts: [StaticString] = [
        "version", "state", "paused", "session", "players", "round", "clue", "brake", "reveal",
        "followup", "scoreboard", "timers", "uiHints", "final",
    ]

    private static func ownParts(of role: Role) -> [StaticString] {
        switch role {
        case .host: ["secret", "review"]
        case .tv: ["audio"]
        case .player: ["me"]
        }
    }
}

/// Messages are as the contract has them.
struct ContractLaw: LawCheck {
    var law: Law { .contract }

    func willTake(_ heard: Heard, _ referee: Referee) {
        let client = heard.client
        if client.attention == .document {
            let fault = Shape.fault(in: heard.message, for: client.seat.role)
            referee.check(.contract, by: client.label, fault)
        } else if heard.type == nil {
            referee.check(.contract, by: client.label, "unknown type \(heard.message.typeName)")
        }
    }
}
