public import GameState
public import Protocol

extension Tripto {
    /// Messages of this game alone besides its document (protocol §3.3–§3.8); AUDIO_PLAY is `Effect.play`.
    public enum Event: GameEvent {
        case cluePresent(ClueLevel, text: String)
        case brakeAccepted(
            owner: PlayerID,
            ClueLevel,
            lockedPlayersCount: Int,
            finish: PhotoFinish? = nil
        )
        case brakeRejected(BrakeRejection, detail: BrakeRejection.Detail?)
        case brakeAnswerLocked(PlayerID)

        case destinationReveal(RevealPart)
        case destinationResults([AnswerResult])
        case followupPresent(index: Int, total: Int, questionText: String, GameTimer)
        case followupLocked(index: Int)
        case followupResults(index: Int, correctAnswer: String, [FollowupResult])

        case audioStop
        case musicSet(Music)
        case musicStop(fadeOutMs: Int64)
        case musicDuck(amountDb: Double, attackMs: Int64, releaseMs: Int64)
        case musicGainSet(gainDb: Double)
        case sfxPlay(SoundEffect, startAt: ServerTime)
        case uiEffectTrigger(UIEffect, UIEffect.Intensity, durationMs: Int64)
    }

    /// Why a pull of the brake was refused (T-5.6-3, G-14).
    public enum BrakeRejection: String, CaseIterable, Sendable {
        case alreadyPaused = "already_paused"
        case notAllowed = "not_allowed"
        case rateLimited = "rate_limited"

        public enum Detail: String, Sendable {
            case alreadyAnswered = "already_answered"
            case wrongState = "wrong_state"
            case hostPaused = "host_paused"
        }
    }

    public enum SoundEffect: String, Sendable {
        case brakePull = "brake_pull"
        case answerLock = "answer_lock"
        case revealSting = "reveal_sting"
        case correct, wrong
        case stingBuild = "sting_build"
        case drumroll
        case winnerFanfare = "winner_fanfare"
    }

    public enum UIEffect: String, Sendable {
        case confetti

        public enum Intensity: String, Sendable {
            case high
        }
    }
}

extension Tripto.Event {
    public var type: StaticString {
        switch self {
        case .cluePresent: "CLUE_PRESENT"
        case .brakeAccepted: "BRAKE_ACCEPTED"
        case .brakeRejected: "BRAKE_REJECTED"
        case .brakeAnswerLocked: "BRAKE_ANSWER_LOCKED"
        case .destinationReveal: "DESTINATION_REVEAL"
        case .destinationResults: "DESTINATION_RESULTS"
        case .followupPresent: "FOLLOWUP_PRESENT"
        case .followupLocked: "FOLLOWUP_LOCKED"
        case .followupResults: "FOLLOWUP_RESULTS"
        case .audioStop: "AUDIO_STOP"
        case .musicSet: "MUSIC_SET"
        case .musicStop: "MUSIC_STOP"
        case .musicDuck: "MUSIC_DUCK"
        case .musicGainSet: "MUSIC_GAIN_SET"
        case .sfxPlay: "SFX_PLAY"
        case .uiEffectTrigger: "UI_EFFECT_TRIGGER"
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .musicSet(let music):
            music.write(to: &writer)
        case .cluePresent, .brakeAccepted, .brakeRejected, .brakeAnswerLocked,
            .destinationReveal, .destinationResults, .followupPresent, .followupLocked,
            .followupResults, .audioStop, .musicStop, .musicDuck, .musicGainSet, .sfxPlay,
            .uiEffectTrigger:
            writer.beginObject()
            writeMembers(to: &writer)
            writer.endObject()
        }
    }

    private func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .brakeAnswerLocked(let player):
            writer.member("playerId", player)
        case .cluePresent(let level, let text):
            writer.member("levelPoints", level)
            writer.member("clueText", text)
            writer.member("levelIndex", level.index)
            writer.member("totalLevels", ClueLevel.allCases.count)
        case .brakeAccepted(let owner, let level, let lockedPlayersCount, let finish):
            writer.member("brakeOwnerPlayerId", owner)
            writer.member("levelPoints", level)
            writer.member("lockedPlayersCount", lockedPlayersCount)
            if let part = PhotoFinishPart(finish) { writer.member("photoFinish", part) }
        case .brakeRejected(let reason, let detail):
            writer.member("reason", reason.rawValue)
            if let detail { writer.member("detail", detail.rawValue) }
        case .destinationReveal(let reveal):
            writer.member("destinationName", reveal.destinationName)
            writer.member("country", reveal.country)
            writer.member("revealText", reveal.revealText)
        case .destinationResults(let results):
            writer.member("results", results)
        case .followupPresent(let index, let total, let questionText, let timer):
            writer.member("index", index)
            writer.member("total", total)
            writer.member("questionText", questionText)
            writer.key("timer")
            writer.beginObject()
            writer.member("timerId", timer.id)
            writer.member("startAtServerMs", timer.startAt)
            writer.member("durationMs", timer.durationMs)
            writer.endObject()
        case .followupLocked(let index):
            writer.member("index", index)
        case .followupResults(let index, let correctAnswer, let results):
            writer.member("index", index)
            writer.member("correctAnswer", correctAnswer)
            writer.member("results", results)
        case .musicStop(let fadeOutMs):
            writer.member("fadeOutMs", fadeOutMs)
        case .musicDuck(let amountDb, let attackMs, let releaseMs):
            writer.member("amountDb", amountDb)
            writer.member("attackMs", attackMs)
            writer.member("releaseMs", releaseMs)
        case .musicGainSet(let gainDb):
            writer.member("gainDb", gainDb)
        case .sfxPlay(let sound, let startAt):
            writer.member("sfxId", sound.rawValue)
            writer.member("startAtServerMs", startAt)
        case .uiEffectTrigger(let effect, let intensity, let durationMs):
            writer.member("effectId", effect.rawValue)
            writer.member("intensity", intensity.rawValue)
            writer.member("durationMs", durationMs)
        case .musicSet, .audioStop:
            break
        }
    }
}
