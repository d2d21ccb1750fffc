/// Text from a player or a package, in the forms it is compared in.
public struct NormalisedText: Hashable, Sendable {
    /// Longer input names nothing: 200 characters (G-44) of up to four bytes.
    public static let maximumBytes = 800

    /// Case-folded words without punctuation.
    public let words: [String]
    /// `words` with a space between; compares by canonical equivalence, as `String` does.
    public let text: String
    /// `text` with Latin letters reduced to ASCII.
    public let folded: String
    /// `folded` without spaces, for comparing letter by letter.
    public let letters: [Unicode.Scalar]

    /// Nil when nothing is left to compare, or there is too much of it.
    public init?(_ raw: String) {
        guard raw.utf8.count <= Self.maximumBytes else { return nil }
        self.init(words: Normalisation.words(of: raw))
    }

    /// From words that are normalised already; nil without any.
    public init?(words: [String]) {
        let text = words.joined(separator: " ")
        let folded = Normalisation.folded(text)
        let letters = folded.unicodeScalars.filter { $0 != " " }
        guard !letters.isEmpty else { return nil }
        self.words = words
        self.text = text
        self.folded = folded
        self.letters = Array(letters)
    }

    /// True when the two differ in nothing but diacritics, spaces, and å, ä, ö, ü, æ, ø written as
    /// aa, ae, oe, ue on one side.
    public func isSpelledLike(_ other: NormalisedText) -> Bool {
        letters == other.letters
            || spelledOutLetters == other.letters
            || letters == other.spelledOutLetters
    }

    private var spelledOutLetters: [Unicode.Scalar] {
        Normalisation.spelledOut(text).unicodeScalars.filter { $0 != " " }
    }
}
