import Protocol

/// What is read aloud, and when. Clocks don't wait for it.
extension Tripto.Transition {
    /// From a clip's cue to its start, in milliseconds: the contract's 800, and what a commit may take.
    static let voiceLeadMs: Int64 = 1_000
    /// How late a screen may be with a clip that it had to load first, in milliseconds.
    static let voiceLagMs: Int64 = 1_000
    /// How the bed makes room for the voice (G-1).
    static let duck = Tripto.Event.musicDuck(amountDb: -12, attackMs: 120, releaseMs: 600)

    /// A clip for each stage that has one, from its start; none while the host has paused.
    mutating func conductVoice() {
        let due = game.dueClip
        guard due?.clip.id != game.voice?.clip else { return }
        if let voice = game.voice, now < voice.startAt + voice.durationMs + Self.voiceLagMs {
            hush()
        }
        game.voice = due.map { clip, round in
            VoiceCue(
                clip: clip.id,
                round: round,
                startAt: now + Self.voiceLeadMs,
                durationMs: clip.durationMs
            )
        }
        guard let voice = game.voice else { return }
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
    /// What should be heard at this moment.
    fileprivate var dueClip: (clip: Clip, round: RoundID)? {
        guard !isPaused, case .playing(let round, let stage, _) = phase,
            let clip = stage.segment.flatMap({ round.voice?.clip(of: $0) })
        else { return nil }
        return (clip, round.id)
    }
}
