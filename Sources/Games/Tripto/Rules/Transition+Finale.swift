public import GameState
public import Protocol

/// Every end of a game.
extension Transition<Tripto> {
    mutating func abort() {
        switch game.phase {
        case .playing(let round, let stage, _):
            if stage != .scoreboard { record(.roundState(round.id, .aborted)) }
            record(.gameEnded(isAborted: true, winners: []))
        case .finalResults:
            record(.gameEnded(isAborted: true, winners: []))
            cue(.audioStop)
        case .preparing(let preparation) where preparation.index > 1:
            record(.gameEnded(isAborted: true, winners: []))
        case .lobby, .preparing, .roundEnd:
            break
        }
        game.end(Results(game.scoreboard, isAborted: true))
    }
}

extension Tripto: CelebratedGame {
    public var finale: Finale? {
        switch phase {
        case .finalResults(let finale): finale
        case .lobby, .preparing, .playing, .roundEnd: nil
        }
    }

    public mutating func celebrate(_ finale: Finale) { phase = .finalResults(finale) }

    public mutating func end(_ results: Results) { phase = .roundEnd(results) }

    public static func fadeOut(in transition: inout Transition<Tripto>) {
        transition.cue(.musicStop(fadeOutMs: Music.fadeOutMs))
    }

    public static func cue(
        _ moment: Finale.Moment,
        at time: ServerTime,
        in transition: inout Transition<Tripto>
    ) {
        let sound: SoundEffect =
            switch moment {
            case .build: .stingBuild
            case .drumroll: .drumroll
            case .winner: .winnerFanfare
            }
        transition.cue(.sfxPlay(sound, startAt: time))
    }

    /// For every screen, not only the one with the sound.
    public static func showConfetti(in transition: inout Transition<Tripto>) {
        transition.announce(
            .uiEffectTrigger(.confetti, .high, durationMs: confettiMs),
            to: .tv
        )
    }

    public static func silence(in transition: inout Transition<Tripto>) {
        transition.cue(.audioStop)
    }

    private static let confettiMs: Int64 = 2500
}
