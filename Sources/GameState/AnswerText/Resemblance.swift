/// Closeness of a guess to a name it does not equal; greater is nearer.
///
/// Jaro–Winkler alone takes "austria" for "australia" (0.927) and an edit distance alone takes
/// "lima" for "lomé"; a slip has to satisfy both (G-61).
public struct Resemblance: Comparable {
    /// The least Jaro–Winkler similarity of a slip.
    public static let minimumSimilarity = 0.92
    /// Names with so few letters have to be written right.
    public static let shortNameLetters = 4
    /// Up to this many letters one edit is a slip, beyond it two.
    public static let oneEditLetters = 8

    private let edits: Int
    /// Letters that the guess lacks.
    private let missing: Int
    private let similarity: Double

    /// Nil when `guess` is more than a slip away from `name`.
    public init?(of guess: NormalisedText, to name: NormalisedText) {
        guard name.letters.count > Self.shortNameLetters else { return nil }
        let limit = name.letters.count <= Self.oneEditLetters ? 1 : 2
        self.init(of: guess, to: name, atMost: limit)
        guard similarity >= Self.minimumSimilarity else { return nil }
    }

    private init?(of guess: NormalisedText, to name: NormalisedText, atMost limit: Int) {
        guard
            let edits = StringDistance.edits(guess.letters, name.letters, atMost: limit)
        else { return nil }
        self.edits = edits
        missing = max(0, name.letters.count - guess.letters.count)
        similarity = StringDistance.jaroWinkler(guess.letters, name.letters)
    }

    /// True when `guess` comes nearer to `name` than this, even where it is no slip of `name`.
    public func isBeaten(by guess: NormalisedText, to name: NormalisedText) -> Bool {
        guard let other = Resemblance(of: guess, to: name, atMost: edits) else { return false }
        return self < other
    }

    /// Fewer edits are nearer; then the name a letter of which was left out, for that happens
    /// sooner than adding one: "nigera" is Nigeria rather than Niger; then the more similar.
    public static func < (one: Resemblance, other: Resemblance) -> Bool {
        if one.edits != other.edits { return one.edits > other.edits }
        if one.missing != other.missing { return one.missing < other.missing }
        return one.similarity < other.similarity
    }
}
