public import Protocol

extension Tripto {
    public var hostView: HostView { HostView(self, CommonView(self)) }

    public var tvView: TVView { makeTVView(CommonView(self)) }

    public var playersView: PlayersView { PlayersView(CommonView(self)) }

    public func ownView(of player: PlayerID) -> OwnView? {
        lobby.player(player).map { OwnView($0, in: self) }
    }

    public var views: Views<Tripto> {
        let common = CommonView(self)
        return Views(
            host: HostView(self, common),
            tv: makeTVView(common),
            players: PlayersView(common),
            own: lobby.players.map { OwnView($0, in: self) }
        )
    }

    private func makeTVView(_ common: CommonView) -> TVView {
        TVView(
            common,
            session: InvitingSessionPart(common.session, lobby),
            music: music
        )
    }
}
