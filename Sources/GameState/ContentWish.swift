/// What content a game needs next: the same wish to the same bank gives the same content.
public struct ContentWish: Codable, Equatable, Sendable {
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
extension ContentWish: CustomStringConvertible {
    public var description: String { "wish for content of round \(roundIndex)" }
}

/// What there is for a theme, before anybody wishes for it. Tells of all destinations and of none alone.
public struct ThemeOffer: Equatable, Sendable {
    /// Themes of one language, those of most destinations first.
    public var themes: [Theme]
    /// Destinations that answer to the host's words; nil where there were none.
    public var matching: Int?

    public struct Theme: Equatable, Sendable {
        public var text: String
        /// Destinations that have it.
        public var count: Int

        public init(_ text: String, count: Int) {
            self.text = text
            self.count = count
        }
    }

    public init(themes: [Theme], matching: Int?) {
        self.themes = themes
        self.matching = matching
    }
}
