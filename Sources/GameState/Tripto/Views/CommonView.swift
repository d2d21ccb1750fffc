import Protocol

/// What everybody may see. Views of players and screens are built from this alone, so that a secret has
/// no way into them but through here.
struct CommonView: Equatable, Sendable {
    let state: StateName
    let isPaused: Bool
    let session: SessionPart<Tripto.Settings>
    let players: PlayerList
    var round: RoundPart?
    var clue: CluePart?
    var brake: BrakePart?
    /// From REVEAL_DESTINATION until the round is over.
    var reveal: RevealPart?
    var followup: FollowupPart?
    let scoreboard: [Scoreboard.Standing]
    let timers: [TimerPart]
    var final: FinalPart?

    func members(of fields: inout Fields, since old: CommonView?) {
        fields.member("state", state, was: old?.state)
        fields.member("paused", isPaused, was: old?.isPaused)
        fields.member("players", players, was: old?.players)
        fields.member("round", round, was: old?.round)
        fields.member("clue", clue, was: old?.clue)
        fields.member("brake", brake, was: old?.brake)
        fields.member("reveal", reveal, was: old?.reveal)
        fields.member("followup", followup, was: old?.followup)
        fields.member("scoreboard", scoreboard, was: old?.scoreboard)
        fields.member("timers", timers, was: old?.timers)
        fields.member("final", final, was: old?.final)
    }
}

/// The only place where what is public is taken out of the whole: before the reveal nothing but clues
/// that have been presented.
extension CommonView {
    init(_ game: Tripto) {
        state = game.phase.name
        isPaused = game.isPaused
        session = SessionPart(game.lobby, game: Tripto.name, settings: game.settings)
        scoreboard = game.scoreboard.standings
        timers = game.timers.lazy.filter(\.isShown).map(TimerPart.init)
        switch game.phase {
        case .lobby:
            players = game.playerList(nil)
        case .preparing(let preparation):
            players = game.playerList(nil)
            round = RoundPart(
                id: game.roundID(game.roundsStarted + 1),
                index: preparation.index,
                total: game.settings.destinationsCount
            )
        case .playing(let played, let stage, _):
            players = game.playerList(played)
            round = RoundPart(
                id: played.id,
                index: played.index,
                total: game.settings.destinationsCount
            )
            show(played, at: stage, of: game)
        case .finalResults(let finale):
            players = game.playerList(nil)
            final = FinalPart(results: finale.results)
        case .roundEnd(let results):
            players = game.playerList(nil)
            final = FinalPart(results: results)
        }
    }

    private mutating func show(_ round: Round, at stage: Phase.Stage, of game: Tripto) {
        switch stage {
        case .intro:
            break
        case .clue(let level):
            clue = CluePart(round, at: level)
        case .pausedForBrake(let level, let owner):
            clue = CluePart(round, at: level)
            brake = BrakePart(owner: owner, level: level)
        case .reveal, .scoreboard:
            reveal = game.revealPart(round)
        case .question(let question):
            reveal = game.revealPart(round)
            followup = game.followupPart(round, question.index, results: nil)
        case .results(let index):
            reveal = game.revealPart(round)
            followup = game.followupPart(
                round,
                index,
                results: game.followupResults(round.followups[index - 1])
            )
        }
    }
}

extension Tripto {
    func playerList(_ round: Round?) -> PlayerList {
        PlayerList(lobby.players, locked: round?.answers)
    }

    func playerParts(_ round: Round?) -> [PlayerPart] { playerList(round).parts }

    /// The destination and everybody's answer. For nobody's eyes before the reveal.
    func revealPart(_ round: Round) -> RevealPart {
        RevealPart(
            destinationName: round.package.destination.name,
            country: round.package.destination.country,
            revealText: round.package.revealText,
            results: lobby.players.map { AnswerResult(player: $0.id, round.answers[$0.id]) }
        )
    }

    func followupResults(_ answers: PlayerTable<Round.FollowupAnswer>) -> [FollowupResult] {
        lobby.players.map { FollowupResult(player: $0.id, answers[$0.id]) }
    }

    fileprivate func followupPart(
        _ round: Round,
        _ index: Int,
        results: [FollowupResult]?
    ) -> FollowupPart {
        let question = round.question(index)
        return FollowupPart(
            index: index,
            total: questionCount(of: round),
            questionText: question.q,
            solution: results.map { FollowupPart.Solution(answer: question.a, results: $0) }
        )
    }
}
