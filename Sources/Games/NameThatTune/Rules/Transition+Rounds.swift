import GameState
import Protocol

/// From one tune to the next.
extension Transition<NameThatTune> {
    /// Milliseconds that content may take (G-86).
    private static var patienceMs: Int64 { 60_000 }

    mutating func prepare(_ index: Int) {
        let patience = timer(Self.patienceMs, isShown: false)
        game.phase = .preparing(index: index, patience: patience)
    }

    /// Never a dead lobby: back to it, or on to the winner.
    mutating func giveUp(at index: Int) {
        let error = WireError(
            .contentFailed,
            index == 1
                ? "no tune with a recording fits these settings"
                : "no tune is left that fits these settings"
        )
        announce(.error(error), to: .host)
        guard index == 1 else {
            present(Results(game.scoreboard), forMs: game.settings.timings.final)
            return
        }
        game.phase = .lobby
        setStatus(.lobby)
    }

    mutating func begin(_ content: TuneContent, index: Int) {
        game.roundsStarted += 1
        game.heard.append(content.tune.id)
        settlePicks(by: content)
        let number = game.roundsStarted
        let round = Round(
            id: game.roundID(number),
            index: index,
            content,
            seed: game.settings.seed &+ UInt64(number)
        )
        if index == 1 { record(.gameStarted) }
        record(.roundBegan(round.id, index: number))
        record(.tune(.played(round.id, round.tune, by: game.lobby.hostDevice)))
        record(.roundState(round.id, .playing))
        let guessMs = game.settings.timings.guess
        let clock =
            guessMs == 0
            ? timer(game.settings.clipMs, leadMs: Self.leadMs) : timer(guessMs)
        game.phase = .playing(round, .listening(clock))
    }

    /// Goes on when a stage's time is up, or when the host says so.
    mutating func goOn(_ round: Round, after stage: Phase.Stage) {
        let timings = game.settings.timings
        switch stage {
        case .listening:
            reveal(round)
        case .reveal:
            if game.settings.trivia, round.tune.trivia(in: game.settings.locale) != nil {
                record(.roundState(round.id, .trivia))
                game.phase = .playing(round, .trivia(timer(timings.trivia)))
            } else {
                leave(round)
            }
        case .trivia:
            for entry in round.choices.entries { record(round, [.trivia], of: entry.player) }
            let worth = game.settings.points.trivia
            award(
                round.choices.entries.filter(\.value.isCorrect).map {
                    (player: $0.player, points: worth)
                }
            )
            game.phase = .playing(round, .triviaResults(timer(timings.triviaResults)))
            announceScoreboard()
        case .triviaResults:
            leave(round)
        case .scoreboard:
            prepare(round.index + 1)
        }
    }

    private mutating func reveal(_ round: Round) {
        for entry in round.guesses.entries { record(round, [.artist, .title], of: entry.player) }
        record(.roundState(round.id, .reveal))
        let worth = game.settings.points
        award(
            round.guesses.entries.map {
                (player: $0.player, points: round.points(of: $0.player, by: worth))
            }
        )
        game.phase = .playing(round, .reveal(timer(game.settings.timings.reveal)))
        announceScoreboard()
    }

    /// After the last tune the finale tells the standings.
    private mutating func leave(_ round: Round) {
        record(.roundState(round.id, .scored))
        guard round.index < game.settings.songsCount else {
            present(Results(game.scoreboard), forMs: game.settings.timings.final)
            return
        }
        let clock = timer(game.settings.timings.scoreboard)
        game.phase = .playing(round, .scoreboard(clock))
    }
}

/// Answers.
extension Transition<NameThatTune> {
    mutating func guess(
        _ artist: String,
        _ title: String,
        isDone: Bool,
        from player: PlayerID
    ) throws(Halt) {
        guard case .playing(var round, .listening(let clock)) = game.phase else {
            throw .wrongState("no guesses are taken")
        }
        guard !game.isPaused else { throw .wrongState("the game is paused") }
        let verdict =
            verdict ?? NameThatTune.Verdict(artist: artist, title: title, for: round.tune)
        let guess = Round.Guess(artist: artist, title: title, isDone: isDone, verdict: verdict)
        reply(.answerAck)
        round.guesses[player] = guess
        game.phase = .playing(round, .listening(clock))
        goOnIfNobodyIsAwaited()
    }

    mutating func choose(_ option: Int, from player: PlayerID) throws(Halt) {
        guard case .playing(var round, .trivia(let clock)) = game.phase else {
            throw .wrongState("no question is open")
        }
        guard !game.isPaused else { throw .wrongState("the game is paused") }
        guard round.choices[player] == nil else {
            throw .error(.alreadyAnswered, "one answer a question")
        }
        round.choices[player] = Round.Choice(
            option: option,
            isCorrect: option == round.rightOption
        )
        reply(.answerAck)
        game.phase = .playing(round, .trivia(clock))
        goOnIfNobodyIsAwaited()
    }

    /// Those who are connected and have not said that they are done are awaited; of nobody nothing is.
    mutating func goOnIfNobodyIsAwaited() {
        guard case .playing(let round, let stage) = game.phase, !game.isPaused else { return }
        let here = game.lobby.players.filter(\.isConnected)
        guard !here.isEmpty else { return }
        switch stage {
        case .listening:
            guard here.allSatisfy({ round.guesses[$0.id]?.isDone == true }) else { return }
        case .trivia:
            guard here.allSatisfy({ round.choices[$0.id] != nil }) else { return }
        case .reveal, .triviaResults, .scoreboard:
            return
        }
        goOn(round, after: stage)
    }

    /// The host's word counts more than the matcher's (G-58), and gives and takes points: also to whoever said it
    /// aloud. It reaches the tune that is played, as long as its scoreboard stands.
    mutating func override(_ part: Part, of player: PlayerID, isCorrect: Bool) throws(Halt) {
        guard case .playing(var round, let stage) = game.phase else {
            throw .wrongState("no answers stand")
        }
        guard game.lobby.player(player) != nil else { throw .error(.notFound, "no such player") }
        let isCounted: Bool
        switch part {
        case .artist, .title:
            var guess = round.guesses[player] ?? Round.Guess()
            let path: WritableKeyPath<Round.Guess, Bool> =
                part == .artist ? \.verdict.artist : \.verdict.title
            guard guess[keyPath: path] != isCorrect else { throw .ignored }
            guess[keyPath: path] = isCorrect
            round.guesses[player] = guess
            isCounted = stage.isRevealed
        case .trivia:
            guard var choice = round.choices[player] else {
                throw .error(.notFound, "no such answer")
            }
            switch stage {
            case .listening, .reveal, .trivia: throw .wrongState("not judged yet")
            case .triviaResults, .scoreboard: isCounted = true
            }
            guard choice.isCorrect != isCorrect else { throw .ignored }
            choice.isCorrect = isCorrect
            round.choices[player] = choice
        }
        game.phase = .playing(round, stage)
        // Before the reveal nothing has been counted, and nobody but the host may see a verdict.
        guard isCounted else { return }
        record(round, [part], of: player)
        let worth = part.worth(by: game.settings.points)
        award([(player: player, points: isCorrect ? worth : -worth)])
        announceScoreboard()
    }

    /// A player's answers and what they were worth.
    mutating func record(_ round: Round, _ parts: [Part], of player: PlayerID) {
        for part in parts {
            guard let answer = round.answer(to: part, of: player, in: game.settings.locale) else {
                continue
            }
            let points = answer.isCorrect ? part.worth(by: game.settings.points) : 0
            record(.answered(round.id, player, question: part.rawValue, text: answer.text))
            record(
                .judged(
                    round.id,
                    player,
                    question: part.rawValue,
                    isCorrect: answer.isCorrect,
                    points: points
                )
            )
        }
    }
}

extension Phase.Stage {
    /// The round has its last state in the archive.
    var isLast: Bool {
        switch self {
        case .listening, .reveal, .trivia, .triviaResults: false
        case .scoreboard: true
        }
    }
}

/// The words of a round's states, beside those of all games (T-7).
extension RoundState {
    static let playing = RoundState(rawValue: "playing")
    static let reveal = RoundState(rawValue: "reveal")
    static let trivia = RoundState(rawValue: "trivia")
}
