import GameState
public import Protocol

/// The five levels of a destination, named by what a right answer is worth (T-3-4).
public enum ClueLevel: Int, Codable, CaseIterable, Sendable, Part {
    case ten = 10
    case eight = 8
    case six = 6
    case four = 4
    case two = 2

    public var points: Int { rawValue }

    /// From 1.
    public var index: Int { 6 - rawValue / 2 }

    /// The level below; nil after the last.
    public var next: ClueLevel? { ClueLevel(rawValue: rawValue - 2) }

    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}
