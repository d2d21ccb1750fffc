// Times on the wire are `ServerTime`: every module that speaks the protocol needs it and its arithmetic.
@_exported public import Timers

/// A name that travels on the wire: at most 40 characters that tell nothing about content.
public protocol Identifier: RawRepresentable<String>, Hashable, Codable, Sendable, Part,
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
}

/// A recording of one round; random, so that it tells nothing of what it says.
public struct ClipID: Identifier {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
