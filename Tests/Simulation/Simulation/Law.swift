/// Laws of every evening, by the numbers of the architecture's laws.
public enum Law: Int, CaseIterable, Sendable {
    case oneBrake = 1
    case secrecy = 2
    case patches = 3
    case versions = 4
    case acknowledged = 5
    case timers = 6
    case bounds = 7
    case repeats = 8
    case replay = 9
    /// Everybody ends up seeing the same.
    case agreement = 13
    /// The newest connection of a player or host counts, and no other.
    case seats = 14
    /// A claim is free when nobody holds it in the game.
    case claims = 15
    /// A timer that has run out is committed soon, where a gateway knows the session and can.
    case punctuality = 16
    /// A repeat after a retryable error succeeds, or fails for good.
    case retries = 17
    /// A command is answered within the time that a doubt may last.
    case answers = 18
    /// No removed player has a seat, on any gateway.
    case removals = 19
}

/// A law that did not hold.
public struct Violation: Error, Sendable, CustomStringConvertible {
    public let law: Law
    public let seed: UInt64
    public let text: String

    public var description: String { "seed \(seed): law \(law.rawValue) (\(law)): \(text)" }
}
