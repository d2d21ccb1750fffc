public import GameState
import Protocol

/// The public part of the game. Views of players and screens are built from this alone, so that a
/// secret has no way into them but through here.
struct CommonView: DocumentObject {
    private let kit: KitView<StateName>
    let session: SessionPart<Tripto.Settings>
    var round: RoundPart?
    var clue: CluePart?
    var brake: BrakePart?
    /// From REVEAL_DESTINATION until the round is over.
    var reveal: RevealPart?
    var followup: FollowupPart?
    /// Of this destination, the latest; none in a question.
    var dispute: DisputePart?

    func members(of fields: inout DocumentWriter, since old: CommonView?) {
        kit.members(of: &fields, since: old?.kit)
        fields.member("round", round, was: old?.round)
        fields.member("clue", clue, was: old?.clue)
        fields.member("brake", brake, was: old?.brake)
        fields.member("reveal", reveal, was: old?.reveal)
        fields.member("followup", followup, was: old?.followup)
        fields.member("dispute", dispute, was: old?.dispute)
    }
}

/// The only place that takes public parts out of the whole: before the reveal no more than clues
/// that have been presented.
extension CommonView {
    // Initialisers own their arguments: of a whole game that would be a copy.
    init(_ game: borrowing Tripto) {
        kit = KitView(game, state: game.phase.name, results: game.phase.results)
        session = game.sessionPart
        switch game.phase {
        case .lobby, .finalResults, .roundEnd:
            break
        case .preparing(let preparation):
            round = RoundPart(
                id: game.roundID(game.roundsStarted + 1),
                index: preparation.index,
                total: game.settings.destinationsCount
            )
        case .playing(let played, let stage, _):
            round = RoundPart(
                id: played.id,
                index: played.index,
                total: game.settings.destinationsCount
            )
            show(played, at: stage, of: game)
        }
    }

    private mutating func show(_ round: Round, at stage: Phase.Stage, of game: Tripto) {
        switch stage {
        case .intro:
            break
        case .clue(let level):
            clue = CluePart(round, at: level)
        case .pausedForBrake(let level, let owner, _, let finish):
            clue = CluePart(round, at: level)
            brake = BrakePart(owner: owner, level: level, finish: PhotoFinishPart(finish))
        case .reveal, .scoreboard:
            reveal = game.revealPart(round)
            dispute = round.disputes.last.map { DisputePart($0, of: game) }
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
    public var playerList: PlayerList {
        guard case .playing(let round, _, _) = phase else { return PlayerList(lobby.players) }
        return PlayerList(lobby.players, locked: round.answers)
    }

    /// The destination and everybody's answer. For nobody's eyes before the reveal.
    func revealPart(_ round: Round) -> RevealPart {
        RevealPart(
            round.package,
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

extension Tripto {
    public var hostView: HostView { HostView(self, Boxed(CommonView(self))) }

    public var tvView: TVView { makeTVView(Boxed(CommonView(self))) }

    public var playersView: PlayersView { PlayersView(Boxed(CommonView(self))) }

    public var views: Views<Tripto> {
        let common = Boxed(CommonView(self))
        return Views(
            host: HostView(self, common),
            tv: makeTVView(common),
            players: PlayersView(common),
            ids: lobby.players.map(\.id),
            own: ownViews
        )
    }

    private func makeTVView(_ common: Boxed<CommonView>) -> TVView {
        TVView(
            common,
            session: InvitingSessionPart(common.value.session, lobby),
            music: music,
            voice: voice,
            speaker: lobby.speaker,
            gainDb: musicGainDb
        )
    }
}
