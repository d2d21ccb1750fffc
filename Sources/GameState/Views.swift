public import Protocol

/// Everybody's views at one moment.
public struct Views<G: Game>: Equatable, Sendable {
    public var host: G.HostView
    public var tv: G.TVView
    public var players: G.PlayersView
    /// Owners of the own views: the players in the order of the lobby.
    public var ids: [PlayerID]
    /// One for each player.
    public var own: [G.OwnView]

    public init(
        host: G.HostView,
        tv: G.TVView,
        players: G.PlayersView,
        ids: [PlayerID],
        own: [G.OwnView]
    ) {
        precondition(ids.count == own.count, "\(own.count) own views of \(ids.count) players")
        self.host = host
        self.tv = tv
        self.players = players
        self.ids = ids
        self.own = own
    }

    /// Writes the members of a viewer's document into an object that has been begun.
    public func writeDocument(for viewer: Viewer, to writer: inout JSONWriter) {
        switch viewer {
        case .host: Fields.writeMembers(of: host, to: &writer)
        case .tv: Fields.writeMembers(of: tv, to: &writer)
        case .player(let id):
            Fields.writeMembers(of: players, to: &writer)
            if let place = ids.firstIndex(of: id) {
                Fields.writeMembers(of: own[place], to: &writer)
            }
        }
    }
}
