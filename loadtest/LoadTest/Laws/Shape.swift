import GatewayClient
import Protocol

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
            referee.check(
                .contract,
                by: client.label,
                Shape.fault(in: heard.message, for: client.seat.role)
            )
        } else if heard.type == nil {
            referee.check(.contract, by: client.label, "unknown type \(heard.message.typeName)")
        }
    }
}
