import GameState
import Protocol

/// Questions about the place, for everybody.
extension Transition<Tripto> {
    /// - Parameter index: the question that is over; 0 before the first.
    mutating func goOn(_ round: Round, afterQuestion index: Int) {
        if index < game.questionCount(of: round) {
            ask(index + 1, of: round)
        } else {
            showScoreboard(round)
        }
    }

    private mutating func ask(_ index: Int, of round: Round) {
        let question = Phase.Stage.question(Phase.OpenQuestion(index: index, askedAt: now))
        let voiceMs = round.voiceMs(of: question, by: game.rules)
        let timer = timer(max(game.settings.timings.followup, voiceMs))
        game.phase = .playing(round, question, timer)
        announce(
            .followupPresent(
                index: index,
                total: game.questionCount(of: round),
                questionText: round.question(index).q,
                timer
            )
        )
    }

    mutating func answer(_ text: String, question index: Int, from player: PlayerID) throws(Halt) {
        guard case .playing(let round, let stage, let timer) = game.phase else {
            throw .wrongState("no question is open")
        }
        switch stage {
        case .results(index):
            throw .error(.tooLate, "the time to answer is over")
        case .intro, .clue, .pausedForBrake, .reveal, .results, .scoreboard:
            throw .wrongState("no such question is open")
        case .question(var question):
            guard question.index == index else { throw .wrongState("another question is open") }
            guard game.lobby.player(player).map(question.isOpen(to:)) == true else {
                throw .wrongState("you joined after this question was asked")
            }
            guard let deadline = timer.deadline else { throw .wrongState("the host has paused") }
            guard now < deadline else { throw .error(.tooLate, "the time to answer is over") }
            let verdict = verdict ?? Tripto.Verdict(text, to: round.question(index))
            question.answers[player] = Round.FollowupAnswer(
                text: text,
                isCorrect: verdict.isCorrect
            )
            game.phase = .playing(round, .question(question), timer)
            record(.answered(round.id, player, question: index, stake: nil, text: text))
            reply(.answerAck)
            if game.everybodyHasAnswered(question) { lock(question, of: round) }
        }
    }

    /// Milliseconds, at most, that a question's answer is shown when the host is in a hurry;
    /// another skip ends that too.
    static var hurriedResultsMs: Int64 { 4_000 }

    /// Shows everybody the right answer.
    ///
    /// - Returns: the round with the answers, for the first rules' host, whose skip shows nothing.
    @discardableResult
    mutating func lock(
        _ question: Phase.OpenQuestion,
        of round: Round,
        shownForMs mostMs: Int64 = .max
    ) -> Round {
        var round = round
        round.followups.append(question.answers)
        for entry in question.answers.entries {
            judge(entry.value, of: entry.player, question: question.index, in: round)
        }
        award(
            question.answers.entries.map { (player: $0.player, points: $0.value.points) }
        )
        show(
            round,
            .results(index: question.index),
            forMs: min(game.settings.timings.followupResults, mostMs)
        )
        announce(.followupLocked(index: question.index))
        announce(
            .followupResults(
                index: question.index,
                correctAnswer: round.question(question.index).a,
                game.followupResults(question.answers)
            )
        )
        let isSolved = question.answers.entries.contains { $0.value.isCorrect }
        cue(.sfxPlay(isSolved ? .correct : .wrong, startAt: now))
        return round
    }

    mutating func judge(
        _ answer: Round.FollowupAnswer,
        of player: PlayerID,
        question index: Int,
        in round: Round
    ) {
        record(
            .judged(
                round.id,
                player,
                question: index,
                isCorrect: answer.isCorrect,
                points: answer.points
            )
        )
    }
}

extension Tripto {
    /// Everybody who is here and was asked (G-50).
    func everybodyHasAnswered(_ question: Phase.OpenQuestion) -> Bool {
        guard !question.answers.isEmpty else { return false }
        let asked = lobby.players.lazy.filter { $0.isConnected && question.isOpen(to: $0) }
        return !asked.isEmpty && asked.allSatisfy { question.answers[$0.id] != nil }
    }
}
