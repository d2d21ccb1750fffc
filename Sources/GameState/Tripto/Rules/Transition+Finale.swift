import Protocol

/// The winner's ten seconds (T-12.7), and every other end.
extension Tripto.Transition {
    /// From now to t0, in milliseconds: time for the cues to arrive.
    static let finaleLeadMs: Int64 = 500
    static let fadeOutMs: Int64 = 600
    /// After t0, in milliseconds.
    static let drumrollMs: Int64 = 800
    static let winnerMs: Int64 = 3200
    static let confettiMs: Int64 = 2500

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
        game.isPaused = false
        game.phase = .roundEnd(results)
    }

    mutating func endSession() throws(Halt) {
        switch game.phase {
        case .roundEnd:
            throw .wrongState("the game is over")
        case .playing(let round, let stage, _):
            if stage != .scoreboard { record(.roundState(round.id, .aborted)) }
            record(.gameEnded(isAborted: true, winners: []))
        case .finalResults:
            record(.gameEnded(isAborted: true, winners: []))
            cue(.audioStop)
        case .preparing(let preparation) where preparation.index > 1:
            record(.gameEnded(isAborted: true, winners: []))
        case .lobby, .preparing:
            break
        }
        endGame(Results(game.scoreboard, isAborted: true))
        setStatus(.ended)
    }

    /// A game that came to its end keeps its winner.
    mutating func close() throws(Halt) {
        guard case .roundEnd = game.phase else { return try endSession() }
        guard game.lobby.status != .ended else { throw .ignored }
        setStatus(.ended)
    }

    /// One MUSIC_SET for each bed, and a MUSIC_STOP when it is over.
    mutating func conductMusic() {
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
    private static let musicLeadMs: Int64 = 500
}
