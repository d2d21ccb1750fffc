/// Limits of a round package; a character is what a reader counts as one.
enum PackageLimits {
    /// A package as a file.
    static let fileBytes = 64 * 1024
    /// Nested objects and arrays; the model needs six.
    static let depth = 8
    /// Up to twenty seconds to hear: two or three sentences that tell a small story.
    static let clueCharacters = 40...320
    static let questionCharacters = 1...160
    static let answerCharacters = 1...80
    static let introCharacters = 1...400
    static let revealCharacters = 1...400
    /// Six seconds when spoken (G-69).
    static let banterCharacters = 1...120
    static let statementCharacters = 1...400
    static let nameCharacters = 1...80
    static let pageCharacters = 1...400
    /// Entries of any one list: aliases, themes, accepted answers, sources, banned terms, banter.
    static let listEntries = 32
    /// The worth of the clues, in the order they are read (T-10.1-2).
    static let cluePoints = [10, 8, 6, 4, 2]
    /// Packages in one bank.
    static let bankPackages = 4096
}
