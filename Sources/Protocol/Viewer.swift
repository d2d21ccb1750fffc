/// Role that a token gives its bearer.
public enum Role: String, Codable, CaseIterable, Sendable {
    case host = "HOST"
    case tv = "TV"
    case player = "PLAYER"
}

/// The reader of a view: each viewer is shown one of its own type.
public enum Viewer: Hashable, Codable, Sendable {
    case host
    case tv
    case player(PlayerID)

    public var role: Role {
        switch self {
        case .host: .host
        case .tv: .tv
        case .player: .player
        }
    }

    /// The player, if it is one.
    package var player: PlayerID? {
        if case .player(let id) = self { id } else { nil }
    }
}

/// Whom a message is meant for.
public enum Audience: Hashable, Codable, Sendable {
    case all
    case host
    case tv
    case players
    case player(PlayerID)
}
