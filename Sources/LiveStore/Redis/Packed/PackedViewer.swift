import Protocol

/// A viewer in one word: `host`, `tv`, or `player:` and the id.
extension Viewer {
    private static let playerMark = "player:"

    var packed: String {
        switch self {
        case .host: "host"
        case .tv: "tv"
        case .player(let id): Self.playerMark + id.rawValue
        }
    }

    init(packed text: String) throws(Unreadable) {
        switch text {
        case "host": self = .host
        case "tv": self = .tv
        case _ where text.hasPrefix(Self.playerMark):
            self = .player(PlayerID(rawValue: String(text.dropFirst(Self.playerMark.count))))
        case _: throw Unreadable("a viewer")
        }
    }
}
