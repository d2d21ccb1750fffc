import GameState
import Protocol

/// One state as everybody sees it, with each player's own part to be found by name.
struct Faces<G: Game>: Sendable {
    var host: G.HostView
    var tv: G.TVView
    var players: G.PlayersView
    var own: [PlayerID: G.OwnView] = [:]

    init(_ game: G) {
        let views = game.views
        host = views.host
        tv = views.tv
        players = views.players
        own.reserveCapacity(views.own.count)
        for (player, view) in zip(game.lobby.players, views.own) { own[player.id] = view }
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
