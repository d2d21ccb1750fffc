public import GameState
public import Protocol

extension Tripto {
    /// One player's own part beside what all see: `me`, and what their buttons may do.
    public struct OwnView: OwnDocument {
        let standing: Scoreboard.Standing
        let canBrake: Bool
        let canAnswer: Bool
        /// The host offers its place to this player.
        let mayHost: Bool
        /// Text locked for this destination: empty after a time-out, nil while the answer is unused.
        let lockedAnswer: String?
        /// Text last sent to the follow-up that is shown.
        let followupAnswer: String?
        var say = Say()

        /// In what is made of verdicts.
        struct Say: Equatable {
            var canDispute = false
            var canVote = false
            /// On the dispute that is open.
            var vote: Bool?
        }

        public func members(of fields: inout DocumentWriter, since old: OwnView?) {
            fields.member("uiHints", hints, was: old?.hints)
            fields.member("me", Me(own: self), was: old.map(Me.init))
        }

        private var hints: Hints {
            Hints(
                canBrake: canBrake,
                canAnswer: canAnswer,
                canDispute: say.canDispute,
                canVote: say.canVote
            )
        }

        private struct Hints: DocumentObject {
            let canBrake: Bool
            let canAnswer: Bool
            let canDispute: Bool
            let canVote: Bool

            func members(of fields: inout DocumentWriter, since old: Hints?) {
                fields.member("canBrake", canBrake, was: old?.canBrake)
                fields.member("canAnswer", canAnswer, was: old?.canAnswer)
                fields.member("canDispute", canDispute, was: old?.canDispute)
                fields.member("canVote", canVote, was: old?.canVote)
            }
        }

        private struct Me: DocumentObject {
            let own: OwnView

            func members(of fields: inout DocumentWriter, since old: Me?) {
                fields.member("playerId", own.standing.player, was: old?.own.standing.player)
                fields.member("name", own.standing.name.text, was: old?.own.standing.name.text)
                fields.member("points", own.standing.points, was: old?.own.standing.points)
                fields.member("rank", own.standing.rank, was: old?.own.standing.rank)
                fields.member("mayHost", own.mayHost, was: old?.own.mayHost)
                fields.member("canBrake", own.canBrake, was: old?.own.canBrake)
                fields.member("lockedAnswer", own.lockedAnswer, was: old?.own.lockedAnswer)
                fields.member("followupAnswer", own.followupAnswer, was: old?.own.followupAnswer)
                fields.member("vote", own.say.vote, was: old.map { $0.own.say.vote })
            }
        }
    }
}

extension Tripto.OwnView {
    /// Names what `members(of:since:)` tells; nil: has not changed.
    public struct Change: Hashable {
        private var points: Int?
        private var rank: Int?
        private var canBrake: Bool?
        private var canAnswer: Bool?
        private var canDispute: Bool?
        private var canVote: Bool?
        private var mayHost: Bool?
        private var vote: Bool??
        private var texts: [Text] = []

        private struct Text: Hashable {
            let member: Member
            let spelling: Spelling?
        }

        private enum Member {
            case player
            case name
            case lockedAnswer
            case followupAnswer
        }

        // Member by member, where they lie: a copy of each would take longer than all the comparisons.
        fileprivate init(
            of place: Int,
            in new: Span<Tripto.OwnView>,
            since former: Int,
            in old: Span<Tripto.OwnView>
        ) {
            if old[former].canBrake != new[place].canBrake { canBrake = new[place].canBrake }
            if old[former].canAnswer != new[place].canAnswer {
                canAnswer = new[place].canAnswer
            }
            if old[former].say != new[place].say { note(old[former].say, new[place].say) }
            if old[former].mayHost != new[place].mayHost { mayHost = new[place].mayHost }
            if old[former].standing.points != new[place].standing.points {
                points = new[place].standing.points
            }
            if old[former].standing.rank != new[place].standing.rank {
                rank = new[place].standing.rank
            }
            if old[former].standing.player != new[place].standing.player {
                note(.player, new[place].standing.player.rawValue)
            }
            if old[former].standing.name != new[place].standing.name {
                note(.name, new[place].standing.name.text)
            }
            if old[former].lockedAnswer != new[place].lockedAnswer {
                note(.lockedAnswer, new[place].lockedAnswer)
            }
            if old[former].followupAnswer != new[place].followupAnswer {
                note(.followupAnswer, new[place].followupAnswer)
            }
        }

        private mutating func note(_ old: Say, _ new: Say) {
            if old.canDispute != new.canDispute { canDispute = new.canDispute }
            if old.canVote != new.canVote { canVote = new.canVote }
            if old.vote != new.vote { vote = .some(new.vote) }
        }

        private mutating func note(_ member: Member, _ text: String?) {
            texts.append(Text(member: member, spelling: text.map(Spelling.init)))
        }

        fileprivate var isNone: Bool {
            points == nil && rank == nil && canBrake == nil && canAnswer == nil
                && canDispute == nil && canVote == nil && vote == nil
                && mayHost == nil && texts.isEmpty
        }
    }

    public static func change(
        of place: Int,
        in new: Span<Tripto.OwnView>,
        since former: Int,
        in old: Span<Tripto.OwnView>
    ) -> Change? {
        let change = Change(of: place, in: new, since: former, in: old)
        return change.isNone ? nil : change
    }
}

extension Tripto.OwnView.Say {
    /// In no other games, and at no other time, is that looked at for each player.
    fileprivate static func isAsked(in game: Tripto) -> Bool {
        guard game.settings.hostMayPlay, case .playing(_, let stage, _) = game.phase else {
            return false
        }
        return stage.takesDisputes
    }

    fileprivate init(of player: PlayerID, in game: borrowing Tripto) {
        let ballot = Dispute.ballot(of: player, in: game)
        canDispute = Dispute.refusal(of: player, in: game) == nil
        canVote = ballot != nil
        vote = ballot?.votes[player]
    }
}

extension Tripto {
    public func ownView(of player: PlayerID) -> OwnView? {
        lobby.player(player).map { player in
            let standing = scoreboard.standing(of: player.id)
            var view = Moment(self).view(of: standing, since: player.joinedAt)
            if OwnView.Say.isAsked(in: self) { view.say = OwnView.Say(of: player.id, in: self) }
            return view
        }
    }

    /// One for each player, in the order of the lobby.
    var ownViews: [OwnView] {
        let moment = Moment(self)
        var views = lobby.players.indices.map { place in
            // A span lends what an array would copy, for hundreds of players.
            let players = lobby.players.span
            let standing = scoreboard.standing(of: players[place].id, likely: place)
            return moment.view(of: standing, since: players[place].joinedAt)
        }
        guard OwnView.Say.isAsked(in: self) else { return views }
        for place in views.indices {
            views[place].say = OwnView.Say(of: views[place].standing.player, in: self)
        }
        return views
    }
}

extension Scoreboard {
    /// - Parameter place: where the player joined, if nobody has left before.
    fileprivate func standing(of player: PlayerID, likely place: Int) -> Standing {
        let likely = standing(joinedAs: place)
        return likely.flatMap { $0.player == player ? $0 : nil } ?? standing(of: player)
    }

    fileprivate func standing(of player: PlayerID) -> Standing {
        guard let standing = self[player] else {
            preconditionFailure("a player without a standing")
        }
        return standing
    }
}

/// Conditions for the buttons, taken out of the game once for all players.
private struct Moment {
    private var locked = PlayerTable<Round.LockedAnswer>()
    private var followups = PlayerTable<Round.FollowupAnswer>()
    private var mayBrake = false
    private var mayAnswer = Who.nobody
    private let heir: PlayerID?

    private enum Who {
        case nobody
        case one(PlayerID)
        /// Everybody who had joined by then.
        case joined(by: ServerTime)
    }

    init(_ game: borrowing Tripto) {
        heir = game.lobby.offeredTo
        guard case .playing(let round, let stage, _) = game.phase else { return }
        locked = round.answers
        switch stage {
        case .intro, .reveal, .scoreboard:
            break
        case .clue:
            mayBrake = !game.isPaused
        case .pausedForBrake(_, let owner, _, _):
            if !game.isPaused { mayAnswer = .one(owner) }
        case .question(let question):
            followups = question.answers
            if !game.isPaused { mayAnswer = .joined(by: question.askedAt) }
        case .results(let index):
            followups = round.followups[index - 1]
        }
    }

    /// - Parameter joining: when the player joined.
    func view(of standing: Scoreboard.Standing, since joining: ServerTime) -> Tripto.OwnView {
        let player = standing.player
        let answer = locked[player]?.text
        let canAnswer =
            switch mayAnswer {
            case .nobody: false
            case .one(let owner): owner == player
            case .joined(let time): joining <= time
            }
        return Tripto.OwnView(
            standing: standing,
            canBrake: mayBrake && answer == nil,
            canAnswer: canAnswer,
            mayHost: heir == player,
            lockedAnswer: answer,
            followupAnswer: followups[player]?.text
        )
    }
}

extension Tripto {
    /// The document that all players share.
    public struct PlayersView: DocumentObject {
        private let common: Boxed<CommonView>

        init(_ common: Boxed<CommonView>) {
            self.common = common
        }

        public func members(of fields: inout DocumentWriter, since old: PlayersView?) {
            common.members(of: &fields, since: old?.common)
            fields.member("session", common.value.session, was: old?.common.value.session)
        }
    }
}
