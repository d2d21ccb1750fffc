public import GameState

extension Tripto {
    public var hostView: HostView { HostView(self, CommonView(self)) }

    public var tvView: TVView { makeTVView(CommonView(self)) }

    public var playersView: PlayersView { PlayersView(CommonView(self)) }

    public var views: Views<Tripto> {
        let common = CommonView(self)
        return Views(
            host: HostView(self, common),
            tv: makeTVView(common),
            players: PlayersView(common),
            ids: lobby.players.map(\.id),
            own: ownViews
        )
    }

    private func makeTVView(_ common: CommonView) -> TVView {
        TVView(
            common,
            session: InvitingSessionPart(common.session, lobby),
            music: music,
            voice: voice
        )
    }
}
