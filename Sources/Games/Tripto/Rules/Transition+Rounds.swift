public import GameState
import Protocol

/// From one destination to the next.
extension Transition<Tripto> {
    mutating func prepare(_ index: Int, chosen: RoundPackage? = nil, _ wording: Wording? = nil) {
        let patience = timer(Phase.Preparation.patienceMs, isShown: false)
        game.phase = .preparing(Phase.Preparation(index, chosen, wording, patience: patience))
    }

    fileprivate mutating func receive(_ content: RoundContent?) {
        let content = content.flatMap {
            game.memory.mayPlay($0.package, by: game.settings) ? $0 : nil
        }
        if game.rules >= .fifth, let content { game.freshLeft = content.freshLeft }
        switch (game.phase, content) {
        case (.lobby, .some(let content)):
            game.memory.show(content.package.destination, by: game.settings, game.rules)
            game.phase = .lobby(Phase.Preview(content, by: game.rules))
        case (.lobby, .none):
            lackContent()
            game.phase = .lobby(.failed)
        case (.preparing(let preparation), .some(let content)):
            start(content, index: preparation.index)
        case (.preparing(let preparation), .none):
            giveUpContent(for: preparation)
        case (.playing, _), (.finalResults, _), (.roundEnd, _):
            preconditionFailure("content came in \(game.phase), which wishes for none")
        }
    }

    /// Never a dead lobby: back to it, or on to the winner.
    mutating func giveUpContent(for preparation: Phase.Preparation) {
        lackContent()
        guard preparation.index == 1 else {
            present(Results(game.scoreboard), forMs: game.settings.timings.final)
            return
        }
        game.phase = .lobby(.failed)
        setStatus(.lobby)
    }

    private mutating func lackContent() {
        game.memory.relax()
        announce(.error(WireError(.contentFailed, "no destination is available")), to: .host)
    }

    private mutating func start(_ content: RoundContent, index: Int) {
        game.roundsStarted += 1
        game.memory.play(content.package.destination)
        let round = Round(id: game.roundID(game.roundsStarted), index: index, content: content)
        if index == 1 { record(.gameStarted) }
        record(.roundBegan(round.id, index: game.roundsStarted))
        record(.tripto(.played(round.id, round.package, by: game.lobby.hostDevice)))
        for clip in content.voice?.records ?? [] { record(.clipMade(round.id, clip)) }
        record(.roundState(round.id, .intro))
        show(round, .intro, forMs: game.settings.timings.intro)
    }

    /// Goes on when a stage's time is up.
    mutating func goOn(_ round: Round, after stage: Phase.Stage) {
        switch stage {
        case .intro:
            record(.roundState(round.id, .clues))
            present(.ten, of: round)
        case .clue(let level):
            goOn(round, after: level)
        case .pausedForBrake(let level, let owner, let leftMs, _):
            goOn(lock("", of: owner, at: level, in: round), afterAnswerAt: level, leftMs: leftMs)
        case .reveal:
            if game.questionCount(of: round) > 0 { record(.roundState(round.id, .followups)) }
            goOn(round, afterQuestion: 0)
        case .question(let question):
            lock(question, of: round)
        case .results(let index):
            goOn(round, afterQuestion: index)
        case .scoreboard:
            if round.index < game.settings.destinationsCount {
                prepare(round.index + 1)
            } else {
                present(Results(game.scoreboard), forMs: game.settings.timings.final)
            }
        }
    }

    mutating func goOn(_ round: Round, after level: ClueLevel) {
        if let next = level.next { present(next, of: round) } else { reveal(round) }
    }

    private mutating func present(_ level: ClueLevel, of round: Round) {
        let stage = Phase.Stage.clue(level)
        let clock = game.settings.clock(of: stage, in: round, by: game.rules)
        game.phase = .playing(round, stage, timer(clock.durationMs, leadMs: clock.leadMs))
        announce(.cluePresent(level, text: round.clue(at: level).text))
    }

    mutating func reveal(_ round: Round) {
        for entry in round.answers.entries { judge(entry.value, of: entry.player, in: round) }
        record(.roundState(round.id, .reveal))
        award(
            round.answers.entries.map { (player: $0.player, points: $0.value.points) }
        )
        show(round, .reveal, forMs: game.settings.timings.reveal)
        let reveal = game.revealPart(round)
        announce(.destinationReveal(reveal))
        announce(.destinationResults(reveal.results))
        announceScoreboard()
        cue(.sfxPlay(.revealSting, startAt: now))
    }

    mutating func judge(_ answer: Round.LockedAnswer, of player: PlayerID, in round: Round) {
        record(
            .judged(
                round.id,
                player,
                question: Tripto.destinationQuestion,
                isCorrect: answer.isCorrect,
                points: answer.points
            )
        )
    }

    mutating func showScoreboard(_ round: Round) {
        record(.roundState(round.id, .scored))
        show(round, .scoreboard, forMs: game.settings.timings.scoreboard)
        announceScoreboard()
    }

    mutating func show(_ round: Round, _ stage: Phase.Stage, forMs durationMs: Int64) {
        let durationMs = max(durationMs, round.voiceMs(of: stage, by: game.rules))
        game.phase = .playing(round, stage, timer(durationMs))
    }
}

extension Tripto {
    public static func contentCame(
        _ content: RoundContent?,
        in transition: inout Transition<Tripto>
    ) {
        transition.receive(content)
    }

    /// - Parameter number: from 1, over all games of the session.
    func roundID(_ number: Int) -> RoundID {
        RoundID(rawValue: "\(lobby.session.rawValue)-r\(number)")
    }

    func questionCount(of round: Round) -> Int {
        min(settings.followupsPerDestination, round.package.followups.count)
    }
}
