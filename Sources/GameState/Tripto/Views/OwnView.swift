public import Protocol

extension Tripto {
    /// What one player sees beside what all see: `me`, and what their buttons may do.
    public struct OwnView: ObjectPart {
        let standing: Scoreboard.Standing
        let canBrake: Bool
        let canAnswer: Bool
        /// What was locked for this destination: empty after a time-out, nil while the answer is unused.
        let lockedAnswer: String?
        /// What was last sent to the follow-up that is shown.
        let followupAnswer: String?

        public func members(of fields: inout Fields, since old: OwnView?) {
            fields.member("uiHints", hints, was: old?.hints)
            fields.member("me", Me(own: self), was: old.map(Me.init))
        }

        private var hints: Hints { Hints(canBrake: canBrake, canAnswer: canAnswer) }

        private struct Hints: ObjectPart {
            let canBrake: Bool
            let canAnswer: Bool

            func members(of fields: inout Fields, since old: Hints?) {
                fields.member("canBrake", canBrake, was: old?.canBrake)
                fields.member("canAnswer", canAnswer, was: old?.canAnswer)
            }
        }

        private struct Me: ObjectPart {
            let own: OwnView

            func members(of fields: inout Fields, since old: Me?) {
                fields.member("playerId", own.standing.player, was: old?.own.standing.player)
                fields.member("name", own.standing.name.text, was: old?.own.standing.name.text)
                fields.member("points", own.standing.points, was: old?.own.standing.points)
                fields.member("rank", own.standing.rank, was: old?.own.standing.rank)
                fields.member("canBrake", own.canBrake, was: old?.own.canBrake)
                fields.member("lockedAnswer", own.lockedAnswer, was: old?.own.lockedAnswer)
                fields.member("followupAnswer", own.followupAnswer, was: old?.own.followupAnswer)
            }
        }
    }
}

extension Tripto.OwnView {
    init(_ player: Lobby.Player, in game: Tripto) {
        guard let standing = game.scoreboard[player.id] else {
            preconditionFailure("a player without a standing")
        }
        self.standing = standing
        guard case .playing(let round, let stage, _) = game.phase else {
            (canBrake, canAnswer, lockedAnswer, followupAnswer) = (false, false, nil, nil)
            return
        }
        let locked = round.answers[player.id]
        lockedAnswer = locked?.text
        switch stage {
        case .intro, .reveal, .scoreboard:
            (canBrake, canAnswer, followupAnswer) = (false, false, nil)
        case .clue:
            (canBrake, canAnswer, followupAnswer) = (!game.isPaused && locked == nil, false, nil)
        case .pausedForBrake(_, let owner):
            (canBrake, canAnswer, followupAnswer) = (
                false, !game.isPaused && owner == player.id, nil
            )
        case .question(let question):
            canBrake = false
            canAnswer = !game.isPaused && question.isOpen(to: player)
            followupAnswer = question.answers[player.id]?.text
        case .results(let index):
            (canBrake, canAnswer) = (false, false)
            followupAnswer = round.followups[index - 1][player.id]?.text
        }
    }
}
