import GameState
import Protocol

/// A player's going, in the middle of a round.
extension Transition<Tripto> {
    mutating func goOn(without player: PlayerID) {
        guard case .playing(var round, let stage, let timer) = game.phase else { return }
        let stageLeft = forget(player, in: &round, at: stage)
        game.phase = .playing(round, stageLeft, timer)
        goOn(round, at: stageLeft, without: player)
    }

    /// Judges what the player has answered and nobody has judged, then forgets it.
    private mutating func forget(
        _ player: PlayerID,
        in round: inout Round,
        at stage: Phase.Stage
    ) -> Phase.Stage {
        if let answer = round.answers[player], !stage.isRevealed {
            judge(answer, of: player, in: round)
        }
        round.answers[player] = nil
        for place in round.followups.indices { round.followups[place][player] = nil }
        guard case .question(var question) = stage else { return stage }
        if let answer = question.answers[player] {
            judge(answer, of: player, question: question.index, in: round)
        }
        question.answers[player] = nil
        return .question(question)
    }

    /// Those who stay need not wait for somebody who is gone.
    private mutating func goOn(_ round: Round, at stage: Phase.Stage, without player: PlayerID) {
        switch stage {
        case .clue:
            if game.everybodyHasLocked(round) { reveal(round) }
        case .pausedForBrake(let level, let owner):
            if owner == player { goOn(round, afterAnswerAt: level) }
        case .question(let question):
            if game.everybodyHasAnswered(question) { lock(question, of: round) }
        case .intro, .reveal, .results, .scoreboard:
            break
        }
    }
}

extension Phase.Stage {
    /// True once everybody knows where the journey went.
    var isRevealed: Bool {
        switch self {
        case .intro, .clue, .pausedForBrake: false
        case .reveal, .question, .results, .scoreboard: true
        }
    }
}
