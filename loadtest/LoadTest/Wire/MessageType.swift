import GatewayClient

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
