public import GameState
public import Protocol

// Entry points of the kit into Tripto. The rules themselves extend `Transition<Tripto>`, one file
// per part of the game.
extension Tripto {
    public func refusal(of command: Command, from viewer: Viewer) -> Refusal<Event>? {
        guard case .brakePull = command, case .player(let player) = viewer else { return nil }
        return whyNoBrake(for: player)
    }

    public static func obey(
        _ command: Command,
        from viewer: Viewer,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        switch viewer {
        case .host: try transition.obeyHost(command)
        case .player(let player): try transition.obey(command, fromPlayer: player)
        case .tv: throw .error(.forbidden, "a TV cannot send commands")
        }
    }

    public static func runOut(
        _ timer: TimerID,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        if !Dispute.isSettled(in: &transition) { try transition.runOut(timer) }
    }

    public static func abort(_ transition: inout Transition<Tripto>) {
        transition.abort()
    }

    public static func left(
        _ player: PlayerID,
        in transition: inout Transition<Tripto>
    ) {
        transition.goOn(without: player)
        Dispute.goOn(without: player, in: &transition)
    }

    public static func conclude(_ transition: inout Transition<Tripto>) {
        transition.updateMusic()
        transition.updateVoice()
    }
}

extension Transition<Tripto> {
    fileprivate mutating func obey(
        _ command: Tripto.Command,
        fromPlayer player: PlayerID
    ) throws(Halt) {
        switch command {
        case .brakeAnswer(let text): try answerBrake(text, from: player)
        case .followupAnswer(let index, let text): try answer(text, question: index, from: player)
        case .brakePull(_, let finish):
            guard verdict == nil else { throw .wrongState("a pull needs no verdict") }
            pullBrake(player, finish)
        case .dispute, .vote: try Dispute.obey(command, from: player, in: &self)
        case .forceReveal, .overrideAnswer, .regenerateContent, .setMusicGain:
            throw .error(.forbidden, "only the HOST role may send this")
        }
    }

    fileprivate mutating func runOut(_ id: TimerID) throws(Halt) {
        switch game.phase {
        case .lobby, .roundEnd:
            throw .ignored
        case .preparing(let preparation):
            giveUpContent(for: preparation)
        case .playing(let round, let stage, _):
            goOn(round, after: stage)
        case .finalResults(let finale):
            goOn(finale, after: id)
        }
    }
}

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
        case .pausedForBrake(let level, let owner, let leftMs, _):
            if owner == player { goOn(round, afterAnswerAt: level, leftMs: leftMs) }
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
