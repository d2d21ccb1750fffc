import GameState
import Protocol

/// What one commit changed in each role's document: operations of a patch (RFC 6902), comma between
/// them, no brackets around; empty where nothing changed.
struct Step: Sendable {
    var version: Int64
    var host: [UInt8]
    var tv: [UInt8]
    /// In what all players share.
    var players: [UInt8]
    /// In what is a player's own. Players whose changes read the same share one text.
    var own: [OwnChange]

    struct OwnChange: Sendable {
        var operations: [UInt8]
        var players: [PlayerID]
    }

    init<G: Game>(from old: Faces<G>, to new: Faces<G>, version: Int64) {
        self.version = version
        host = Fields.changes(from: old.host, to: new.host)
        tv = Fields.changes(from: old.tv, to: new.tv)
        players = Fields.changes(from: old.players, to: new.players)
        own = []
        var slots: [[UInt8]: Int] = [:]
        for (id, view) in new.own {
            guard let before = old.own[id], before != view else { continue }
            let operations = Fields.changes(from: before, to: view)
            if let slot = slots[operations] {
                own[slot].players.append(id)
            } else {
                slots[operations] = own.count
                own.append(OwnChange(operations: operations, players: [id]))
            }
        }
    }

    /// The operations for one viewer, in parts that belong together; empty: nothing changed for them.
    func operations(for viewer: Viewer) -> [[UInt8]] {
        switch viewer {
        case .host: return host.isEmpty ? [] : [host]
        case .tv: return tv.isEmpty ? [] : [tv]
        case .player(let id):
            let change = own.first { $0.players.contains(id) }
            return [players, change?.operations ?? []].filter { !$0.isEmpty }
        }
    }

    var byteCount: Int {
        host.count + tv.count + players.count
            + own.reduce(0) { $0 + $1.operations.count + $1.players.count * 24 }
    }
}
