import GameState
import Protocol

/// The host's word counts more than the matcher's (G-58).
extension Transition<Tripto> {
    /// Reaches the round that is played, as long as its scoreboard stands.
    mutating func override(
        _ player: PlayerID,
        question index: Int?,
        isCorrect: Bool
    ) throws(Halt) {
        guard case .playing(var round, let stage, let timer) = game.phase else {
            throw .wrongState("no answers stand")
        }
        if case .question(var question) = stage, question.index == index {
            guard var answer = question.answers[player] else {
                throw .error(.notFound, "no such answer")
            }
            guard answer.isCorrect != isCorrect else { throw .ignored }
            // It counts when the question is locked, unless the player changes the answer before.
            answer.isCorrect = isCorrect
            question.answers[player] = answer
            game.phase = .playing(round, .question(question), timer)
        } else if let index {
            guard index <= round.followups.count else { throw .wrongState("not judged yet") }
            guard var answer = round.followups[index - 1][player] else {
                throw .error(.notFound, "no such answer")
            }
            let before = answer.points
            guard answer.isCorrect != isCorrect else { throw .ignored }
            answer.isCorrect = isCorrect
            round.followups[index - 1][player] = answer
            game.phase = .playing(round, stage, timer)
            judge(answer, of: player, question: index, in: round)
            correct(player, by: answer.points - before)
        } else {
            guard var answer = round.answers[player] else {
                throw .error(.notFound, "no such answer")
            }
            let before = answer.points
            guard answer.isCorrect != isCorrect else { throw .ignored }
            answer.isCorrect = isCorrect
            round.answers[player] = answer
            game.phase = .playing(round, stage, timer)
            // Before the reveal nothing has been counted, and nobody but the host may see a verdict.
            guard stage.isRevealed else { return }
            judge(answer, of: player, in: round)
            correct(player, by: answer.points - before)
        }
    }

    mutating func correct(_ player: PlayerID, by points: Int) {
        award([(player: player, points: points)])
        announceScoreboard()
    }
}
