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
        case .host: DocumentWriter.writeMembers(of: host, to: &writer)
        case .tv: DocumentWriter.writeMembers(of: tv, to: &writer)
        case .player(let id):
            DocumentWriter.writeMembers(of: players, to: &writer)
            if let place = ids.firstIndex(of: id) {
                DocumentWriter.writeMembers(of: own[place], to: &writer)
            }
        }
    }
}

/// Changes that one step made in each role's document: operations of a patch (RFC 6902), comma
/// between them, no brackets around; empty where nothing changed.
public struct ViewChanges: Equatable, Sendable {
    public var host: [UInt8]
    public var tv: [UInt8]
    /// In what all players share.
    public var players: [UInt8]
    /// In what is a player's own.
    public var own: OwnChanges

    /// The operations for one viewer, in parts that belong together; empty: nothing changed for them.
    public func operations(for viewer: Viewer) -> [[UInt8]] {
        switch viewer {
        case .host: return host.isEmpty ? [] : [host]
        case .tv: return tv.isEmpty ? [] : [tv]
        case .player(let id):
            return [players, own.operations(for: id) ?? []].filter { !$0.isEmpty }
        }
    }

    public var byteCount: Int {
        host.count + tv.count + players.count + own.byteCount
    }
}

/// A requirement with this default, so that each game gets one made for its own types: generic code
/// that is called through a room costs twice as much.
extension Game {
    public static func changes(from old: Views<Self>, to new: Views<Self>) -> ViewChanges {
        var fields = DocumentWriter()
        let host = fields.changes(from: old.host, to: new.host).fitted
        let tv = fields.changes(from: old.tv, to: new.tv).fitted(or: host)
        let players = fields.changes(from: old.players, to: new.players).fitted(or: tv)
        return ViewChanges(
            host: host,
            tv: tv,
            players: players,
            own: ownChanges(from: old, to: new)
        )
    }

    private static func ownChanges(from old: Views<Self>, to new: Views<Self>) -> OwnChanges {
        var sorter = OwnChanges.Sorter<OwnView.Change>(count: new.ids.count)
        var fields = DocumentWriter()
        let oldOwn = old.own.span
        let newOwn = new.own.span
        for place in new.ids.indices {
            // Players keep their places until somebody leaves.
            let before =
                place < old.ids.count && old.ids[place] == new.ids[place]
                ? place : old.ids.firstIndex(of: new.ids[place])
            // A newcomer has nothing that could be patched.
            guard let before,
                let change = OwnView.change(of: place, in: newOwn, since: before, in: oldOwn)
            else { continue }
            sorter.add(change, at: place) {
                fields.changes(from: old.own[before], to: new.own[place]).fitted
            }
        }
        return sorter.changes(of: new.ids)
    }
}

// A room keeps the texts of its latest changes for those who come back.
extension [UInt8] {
    /// In memory of their own size; a writer's has room for more.
    fileprivate var fitted: [UInt8] { withUnsafeBufferPointer { Array($0) } }

    /// The same memory as `other` where it reads the same, as when somebody came or went.
    fileprivate func fitted(or other: [UInt8]) -> [UInt8] {
        self == other ? other : fitted
    }
}
