public import Protocol

/// What one step changed in each role's document: operations of a patch (RFC 6902), comma between
/// them, no brackets around; empty where nothing changed.
public struct ViewChanges: Equatable, Sendable {
    public struct Own: Equatable, Sendable {
        public var operations: [UInt8]
        public var players: [PlayerID]
    }

    public var host: [UInt8]
    public var tv: [UInt8]
    /// In what all players share.
    public var players: [UInt8]
    /// In what is a player's own. Players whose changes read the same share one text.
    public var own: [Own] = []

    /// The operations for one viewer, in parts that belong together; empty: nothing changed for them.
    public func operations(for viewer: Viewer) -> [[UInt8]] {
        switch viewer {
        case .host: return host.isEmpty ? [] : [host]
        case .tv: return tv.isEmpty ? [] : [tv]
        case .player(let id):
            let change = own.first { $0.players.contains(id) }
            return [players, change?.operations ?? []].filter { !$0.isEmpty }
        }
    }

    public var byteCount: Int {
        host.count + tv.count + players.count
            + own.reduce(0) { $0 + $1.operations.count + $1.players.count * 24 }
    }
}

/// A requirement with this default, so that each game gets one made for its own types: generic code
/// that is called through a room costs twice as much.
extension Game {
    public static func changes(from old: Views<Self>, to new: Views<Self>) -> ViewChanges {
        let host = Fields.changes(from: old.host, to: new.host).fitted
        let tv = Fields.changes(from: old.tv, to: new.tv).fitted(or: host)
        let players = Fields.changes(from: old.players, to: new.players).fitted(or: tv)
        var own = OwnChanges()
        var fields = Fields()
        for place in new.ids.indices {
            let id = new.ids[place]
            // Players keep their places until somebody leaves.
            let before =
                place < old.ids.count && old.ids[place] == id
                ? place : old.ids.firstIndex(of: id)
            // Who is new has nothing that could be patched.
            guard let before else { continue }
            let operations = fields.changes(from: old.own[before], to: new.own[place])
            if !operations.isEmpty { own.add(operations, of: id) }
        }
        return ViewChanges(host: host, tv: tv, players: players, own: own.groups)
    }
}

/// Players grouped by what changed for them.
private struct OwnChanges {
    private(set) var groups: [ViewChanges.Own] = []
    private var places: [[UInt8]: Int] = [:]
    /// Where the latest player went: most go where the one before them went.
    private var latest = 0

    mutating func add(_ operations: [UInt8], of player: PlayerID) {
        if !groups.indices.contains(latest) || groups[latest].operations != operations {
            latest = place(of: operations)
        }
        groups[latest].players.append(player)
    }

    private mutating func place(of operations: [UInt8]) -> Int {
        if let place = places[operations] { return place }
        let operations = operations.fitted
        groups.append(ViewChanges.Own(operations: operations, players: []))
        places[operations] = groups.count - 1
        return groups.count - 1
    }
}

// A room keeps the texts of its latest steps for those who come back.
extension [UInt8] {
    /// In memory of their own size; a writer's has room for more.
    fileprivate var fitted: [UInt8] { withUnsafeBufferPointer { Array($0) } }

    /// The same memory as `other` where it reads the same, as when somebody came or went.
    fileprivate func fitted(or other: [UInt8]) -> [UInt8] {
        self == other ? other : fitted
    }
}
