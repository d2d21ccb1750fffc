import GameState
import Protocol

/// Cues what is read aloud.
extension Transition<Tripto> {
    /// Lowers the bed while the voice sounds (G-1).
    static let duck = Tripto.Event.musicDuck(amountDb: -12, attackMs: 120, releaseMs: 600)

    /// A clip for each stage that has one, from its start; none while the host has paused, or somebody
    /// answers whose level goes on. After that it goes on where it was.
    mutating func updateVoice() {
        let due = game.dueClip
        guard due?.clip.id != game.voice?.clip else { return }
        if let voice = game.voice {
            if now < voice.startAt + voice.durationMs + Round.voiceLagMs { hush() }
            game.interruptedVoice =
                game.isPaused || game.isBrakedForAWhile
                ? InterruptedVoice(clip: voice.clip, heardMs: now - voice.startAt) : nil
        }
        guard let (clip, round) = due else {
            game.voice = nil
            return
        }
        let interrupted = game.interruptedVoice.take()
        let heardMs = interrupted?.clip == clip.id ? interrupted?.heardMs : nil
        let voice = VoiceCue(
            clip: clip.id,
            round: round,
            startAt: now + (heardMs.map { -$0 } ?? Round.voiceLeadMs),
            durationMs: clip.durationMs
        )
        game.voice = voice
        guard now < voice.startAt + voice.durationMs else { return }
        effects.append(.play(voice))
        cue(Self.duck)
    }

    /// Comes before every other cue, so that it stops nothing that begins now.
    private mutating func hush() {
        guard !effects.contains(.cue(.audioStop)) else { return }
        effects.insert(.cue(.audioStop), at: 0)
    }
}

extension Tripto {
    /// True while somebody answers and the level waits.
    fileprivate var isBrakedForAWhile: Bool {
        guard case .playing(_, .pausedForBrake(_, _, .some, _), _) = phase else { return false }
        return true
    }

    /// Clip that should be heard at this moment.
    fileprivate var dueClip: (clip: Clip, round: RoundID)? {
        guard !isPaused, case .playing(let round, let stage, _) = phase,
            let clip = stage.segment.flatMap({ round.voice?.clip(of: $0) })
        else { return nil }
        return (clip, round.id)
    }
}
