import GameState

/// A wish for the destination that comes next: the same wish to the same bank gives the same package.
public struct PackageWish: Codable, Equatable, Sendable {
    public var locale: String
    public var difficulty: RoundPackage.Difficulty
    /// The host's free words, at most 80 characters.
    public var theme: String?
    public var seed: UInt64
    /// From 0.
    public var roundIndex: Int
    /// Destinations of this session that must not come again.
    public var usedDestinations: [String]
    /// Not twice in a row, where it can be helped (G-88).
    public var previousCountry: String?
    /// A package that has been chosen already.
    public var pinned: String?

    public init(
        locale: String,
        difficulty: RoundPackage.Difficulty,
        theme: String?,
        seed: UInt64,
        roundIndex: Int,
        usedDestinations: [String],
        previousCountry: String?,
        pinned: String?
    ) {
        self.locale = locale
        self.difficulty = difficulty
        self.theme = theme
        self.seed = seed
        self.roundIndex = roundIndex
        self.usedDestinations = usedDestinations
        self.previousCountry = previousCountry
        self.pinned = pinned
    }
}

/// A wish may name the secret (`pinned`); printing it tells none.
extension PackageWish: CustomStringConvertible {
    public var description: String { "wish for content of round \(roundIndex)" }
}
