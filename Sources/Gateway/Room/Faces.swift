import GameState
import Protocol

/// One state as everybody sees it.
struct Faces<G: Game>: Sendable {
    var host: G.HostView
    var tv: G.TVView
    var players: G.PlayersView
    var own: [PlayerID: G.OwnView]

    init(_ game: G) {
        host = game.hostView
        tv = game.tvView
        players = game.playersView
        own = Dictionary(minimumCapacity: game.lobby.players.count)
        for player in game.lobby.players {
            own[player.id] = game.ownView(of: player.id)
        }
    }

    /// Writes the members of a viewer's document into an object that has been begun.
    func writeDocument(for viewer: Viewer, to writer: inout JSONWriter) {
        switch viewer {
        case .host: Fields.writeMembers(of: host, to: &writer)
        case .tv: Fields.writeMembers(of: tv, to: &writer)
        case .player(let id):
            Fields.writeMembers(of: players, to: &writer)
            if let own = own[id] { Fields.writeMembers(of: own, to: &writer) }
        }
    }
}

extension Dictionary {
    fileprivate init(minimumCapacity: Int) {
        self.init()
        reserveCapacity(minimumCapacity)
    }
}
