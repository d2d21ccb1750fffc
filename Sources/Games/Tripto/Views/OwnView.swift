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

        public func members(of fields: inout DocumentWriter, since old: OwnView?) {
            fields.member("uiHints", hints, was: old?.hints)
            fields.member("me", Me(own: self), was: old.map(Me.init))
        }

        /// Names what `members(of:since:)` tells; nil: has not changed.
        public struct Change: Hashable {
            private var points: Int?
            private var rank: Int?
            private var canBrake: Bool?
            private var canAnswer: Bool?
            private var mayHost: Bool?
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

            fileprivate init(from old: OwnView, to new: OwnView) {
                if old.canBrake != new.canBrake { canBrake = new.canBrake }
                if old.canAnswer != new.canAnswer { canAnswer = new.canAnswer }
                if old.mayHost != new.mayHost { mayHost = new.mayHost }
                if old.standing.points != new.standing.points { points = new.standing.points }
                if old.standing.rank != new.standing.rank { rank = new.standing.rank }
                note(.player, old.standing.player.rawValue, new.standing.player.rawValue)
                note(.name, old.standing.name.text, new.standing.name.text)
                note(.lockedAnswer, old.lockedAnswer, new.lockedAnswer)
                note(.followupAnswer, old.followupAnswer, new.followupAnswer)
            }

            private mutating func note(_ member: Member, _ old: String?, _ new: String?) {
                guard old != new else { return }
                texts.append(Text(member: member, spelling: new.map(Spelling.init)))
            }

            fileprivate var isNone: Bool {
                points == nil && rank == nil && canBrake == nil && canAnswer == nil
                    && mayHost == nil && texts.isEmpty
            }
        }

        public func change(since old: OwnView) -> Change? {
            let change = Change(from: old, to: self)
            return change.isNone ? nil : change
        }

        private var hints: Hints { Hints(canBrake: canBrake, canAnswer: canAnswer) }

        private struct Hints: DocumentObject {
            let canBrake: Bool
            let canAnswer: Bool

            func members(of fields: inout DocumentWriter, since old: Hints?) {
                fields.member("canBrake", canBrake, was: old?.canBrake)
                fields.member("canAnswer", canAnswer, was: old?.canAnswer)
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
            }
        }
    }
}

extension Tripto {
    public func ownView(of player: PlayerID) -> OwnView? {
        let moment = Moment(self)
        return lobby.player(player).map { moment.view(of: $0, standing(of: $0)) }
    }

    /// One for each player, in the order of the lobby.
    var ownViews: [OwnView] {
        let moment = Moment(self)
        return lobby.players.indices.map { place in
            // A span lends what an array would copy, for hundreds of players.
            let players = lobby.players.span
            let likely = scoreboard.standing(joinedAs: place)
            let standing = likely.flatMap { $0.player == players[place].id ? $0 : nil }
            return moment.view(of: players[place], standing ?? self.standing(of: players[place]))
        }
    }

    private func standing(of player: Lobby.Player) -> Scoreboard.Standing {
        guard let standing = scoreboard[player.id] else {
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

    init(_ game: Tripto) {
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

    func view(of player: Lobby.Player, _ standing: Scoreboard.Standing) -> Tripto.OwnView {
        let answer = locked[player.id]?.text
        let canAnswer =
            switch mayAnswer {
            case .nobody: false
            case .one(let owner): owner == player.id
            case .joined(let time): player.joinedAt <= time
            }
        return Tripto.OwnView(
            standing: standing,
            canBrake: mayBrake && answer == nil,
            canAnswer: canAnswer,
            mayHost: heir == player.id,
            lockedAnswer: answer,
            followupAnswer: followups[player.id]?.text
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
