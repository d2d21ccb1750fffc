import GameState
import TriptoGame
import Protocol

/// Clients' documents: one for each role, from one snapshot and then patches alone.
struct Documents {
    private(set) var host: JSONValue
    private(set) var tv: JSONValue
    private(set) var players: [PlayerID: JSONValue] = [:]
    /// The bytes of the operations that players and screens were last sent.
    private(set) var lastPatches: [[UInt8]] = []
    /// The same of the host.
    private(set) var lastHostPatch: [UInt8] = []
    private var views: Views<Tripto>
    private var own: [PlayerID: Tripto.OwnView] = [:]

    init(_ game: Tripto) throws {
        views = game.views
        host = try Self.snapshot(views.host)
        tv = try Self.snapshot(views.tv)
        try seat(game, views)
    }

    /// Sends everybody their patch.
    mutating func follow(_ game: Tripto) throws {
        let new = game.views
        let toTV = DocumentWriter.changes(from: views.tv, to: new.tv)
        let toPlayers = DocumentWriter.changes(from: views.players, to: new.players)
        lastHostPatch = DocumentWriter.changes(from: views.host, to: new.host)
        host = try Self.apply(lastHostPatch, to: host)
        tv = try Self.apply(toTV, to: tv)
        lastPatches = [toTV, toPlayers]
        for (player, view) in zip(game.lobby.players, new.own) {
            guard let old = own[player.id], let document = players[player.id] else { continue }
            let toOne = DocumentWriter.changes(from: old, to: view)
            players[player.id] = try Self.apply(toOne, to: Self.apply(toPlayers, to: document))
        }
        try seat(game, new)
        views = new
    }

    /// A newcomer gets a snapshot; a player who left gets nothing more.
    private mutating func seat(_ game: Tripto, _ views: Views<Tripto>) throws {
        own = Dictionary(uniqueKeysWithValues: zip(game.lobby.players.map(\.id), views.own))
        players = players.filter { own[$0.key] != nil }
        for (player, view) in own where players[player] == nil {
            players[player] = try Self.snapshot(views.players, view)
        }
    }

    static func snapshot(_ document: some Document) throws -> JSONValue {
        var writer = JSONWriter()
        document.write(to: &writer)
        return try JSONReader.read(writer.bytes)
    }

    /// A player's document: the shared part, and beside it their own.
    static func snapshot(_ shared: Tripto.PlayersView, _ own: Tripto.OwnView) throws -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        DocumentWriter.writeMembers(of: shared, to: &writer)
        DocumentWriter.writeMembers(of: own, to: &writer)
        writer.endObject()
        return try JSONReader.read(writer.bytes)
    }

    static func bytes(_ event: some GameEvent) -> [UInt8] {
        var writer = JSONWriter()
        event.write(to: &writer)
        return writer.bytes
    }

    private static func apply(_ operations: [UInt8], to document: JSONValue) throws -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("baseVersion")
        writer.value(1)
        writer.key("version")
        writer.value(2)
        writer.key("ops")
        writer.beginArray()
        writer.raw(operations)
        writer.endArray()
        writer.endObject()
        return try Patch(JSONReader.read(writer.bytes)).applied(to: document)
    }
}
