public import GameState
public import Protocol

/// The winner's ten seconds (T-12.7), and every other end.
extension Transition<Tripto> {
    /// From now to t0, in milliseconds: time for the cues to arrive.
    static var finaleLeadMs: Int64 { 500 }
    static var fadeOutMs: Int64 { 600 }
    /// After t0, in milliseconds.
    static var drumrollMs: Int64 { 800 }
    static var winnerMs: Int64 { 3200 }
    static var confettiMs: Int64 { 2500 }

    mutating func present(_ results: Results) {
        let end = timer(game.settings.timings.final, leadMs: Self.finaleLeadMs)
        let isLongEnough = Self.winnerMs < end.durationMs
        let confetti =
            results.isCheered && isLongEnough
            ? timer(Self.winnerMs, leadMs: Self.finaleLeadMs, isShown: false) : nil
        let finale = Phase.Finale(results: results, end: end, confetti: confetti)
        game.phase = .finalResults(finale)
        record(.gameEnded(isAborted: false, winners: results.winners))
        announce(.finalResultsPresent(results))
        cue(.musicStop(fadeOutMs: Self.fadeOutMs))
        if !game.isPaused { cueFinale(finale) }
    }

    /// Cues every sound that is still to come, all at once with the time each starts; again after a
    /// pause, which stopped them.
    mutating func cueFinale(_ finale: Phase.Finale) {
        let t0 = finale.end.startAt
        cue(.stingBuild, at: t0)
        // Without a winner there is no fanfare to end the roll.
        guard finale.results.isCheered else { return }
        cue(.drumroll, at: t0 + Self.drumrollMs)
        cue(.winnerFanfare, at: t0 + Self.winnerMs)
    }

    private mutating func cue(_ sound: Tripto.SoundEffect, at time: ServerTime) {
        if time > now { cue(.sfxPlay(sound, startAt: time)) }
    }

    /// For every screen, not only the one with the sound.
    mutating func showConfetti(_ finale: Phase.Finale) {
        var finale = finale
        finale.confetti = nil
        game.phase = .finalResults(finale)
        announce(.uiEffectTrigger(.confetti, .high, durationMs: Self.confettiMs), to: .tv)
    }

    mutating func endGame(_ results: Results) {
        game.phase = .roundEnd(results)
    }

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
        endGame(Results(game.scoreboard, isAborted: true))
    }

    /// One MUSIC_SET for each bed, and a MUSIC_STOP when it is over.
    mutating func updateMusic() {
        let track = game.phase.music
        guard track != game.music?.track else { return }
        guard let track else {
            game.music = nil
            cue(.musicStop(fadeOutMs: Self.fadeOutMs))
            return
        }
        let music = Music(
            track: track,
            startAt: now + Self.musicLeadMs,
            gainDb: game.musicGainDb
        )
        game.music = music
        cue(.musicSet(music))
    }

    /// Time for the cue to arrive, in milliseconds.
    private static var musicLeadMs: Int64 { 500 }
}

extension Tripto {
    public static func renamed(
        _ player: PlayerID,
        to name: PlayerName,
        in transition: inout Transition<Tripto>
    ) {
        guard case .finalResults(var finale) = transition.game.phase else { return }
        finale.results.rename(player, to: name)
        transition.game.phase = .finalResults(finale)
    }

    /// The sounds of the finale can't stand still as its timers do: they stop, and are cued anew.
    public static func paused(_ transition: inout Transition<Tripto>) {
        if case .finalResults = transition.game.phase { transition.cue(.audioStop) }
    }

    public static func resumed(_ transition: inout Transition<Tripto>) {
        if case .finalResults(let finale) = transition.game.phase { transition.cueFinale(finale) }
    }
}
