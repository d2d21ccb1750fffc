import GameState
import Protocol

/// One state as each viewer must see it, read from JSON when first asked for.
final class Documents<G: SimulatedGame> {
    private let views: Views<G>
    private let seats: [PlayerID: Int]
    private lazy var host = Self.members(views.host)
    private lazy var tv = Self.members(views.tv)
    private lazy var shared = Self.members(views.players)
    private var own: [PlayerID: JSONObject] = [:]

    init(_ game: G) {
        views = game.views
        var seats: [PlayerID: Int] = [:]
        for (seat, player) in game.lobby.players.enumerated() { seats[player.id] = seat }
        self.seats = seats
    }

    /// The first member in which a document, which has its version beside them, differs from what its
    /// viewer must see.
    func difference(from document: JSONValue, of viewer: Viewer) -> String? {
        guard let document = document.object else { return "no object" }
        switch viewer {
        case .host: return Self.difference([host], document)
        case .tv: return Self.difference([tv], document)
        case .player(let id):
            guard let seat = seats[id] else { return nil }
            let mine = own[id] ?? Self.members(views.own[seat])
            own[id] = mine
            return Self.difference([shared, mine], document)
        }
    }

    private static func difference(
        _ expected: [JSONObject],
        _ document: JSONObject
    ) -> String? {
        var count = 0
        for part in expected {
            count += part.members.count
            for member in part.members where document[member.key] != member.value {
                let seen = document[member.key].map { String(decoding: $0.bytes, as: UTF8.self) }
                let right = String(decoding: member.value.bytes, as: UTF8.self)
                return "\(member.key) is \(seen ?? "missing"), not \(right)"
            }
        }
        return count + 1 == document.members.count ? nil : "there are other members"
    }

    private static func members(_ view: some Document) -> JSONObject {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        DocumentWriter.writeMembers(of: view, to: &writer)
        writer.endObject()
        guard let object = try? JSONReader.read(writer.bytes).object else {
            preconditionFailure("a document that is no JSON")
        }
        return object
    }
}
