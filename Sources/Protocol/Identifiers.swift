@_exported public import Timers

// Times on the wire are `ServerTime`: every module that speaks the protocol needs it and its arithmetic.

/// A name that travels on the wire: at most 40 characters that tell nothing about content.
public protocol Identifier: RawRepresentable<String>, Hashable, Codable, Sendable, DocumentValue,
    CustomStringConvertible
{
    init(rawValue: String)
}

extension Identifier {
    public var description: String { rawValue }

    public func write(to writer: inout JSONWriter) {
        writer.value(rawValue)
    }
}

/// 16 characters of Crockford's base32 in lower case.
public struct SessionID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct PlayerID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A part of a game within a session, such as a song or a question.
public struct RoundID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct TimerID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct ConnectionID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whichever connection the host has: each is named anew when the host comes back.
    public static let host = ConnectionID(rawValue: "host")
}

/// A recording of one round; random, so that it tells nothing of what it says.
public struct ClipID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

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
    public var player: PlayerID? {
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
