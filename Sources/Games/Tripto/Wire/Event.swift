public import GameState
public import Protocol

extension Tripto {
    /// Messages of this game alone besides its document (protocol §3.3–§3.8); AUDIO_PLAY is `Effect.play`.
    public enum Event: GameEvent {
        case cluePresent(ClueLevel, text: String)
        case brakeAccepted(owner: PlayerID, ClueLevel, lockedPlayersCount: Int)
        case brakeAnswerLocked(PlayerID)
        case answerAck

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
