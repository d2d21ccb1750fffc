/// Distances between two words, letter by letter.
enum StringDistance {
    /// Common letters at the start that Winkler's bonus counts, and what each is worth.
    private static let bonusPrefix = 4
    private static let bonusWeight = 0.1

    /// From 0, nothing in common, to 1, equal. Winkler (1990), "String Comparator Metrics and
    /// Enhanced Decision Rules in the Fellegi–Sunter Model of Record Linkage".
    static func jaroWinkler(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Double {
        let similarity = jaro(one, other)
        let common = zip(one, other).prefix(bonusPrefix).prefix { $0 == $1 }.count
        return similarity + Double(common) * bonusWeight * (1 - similarity)
    }

    /// The fewest insertions, deletions, substitutions and swaps of neighbours that make one of
    /// the other, no letter touched twice (optimal string alignment); nil beyond `limit`.
    static func edits(
        _ one: [Unicode.Scalar],
        _ other: [Unicode.Scalar],
        atMost limit: Int
    ) -> Int? {
        precondition(limit >= 0, "a distance of \(limit)")
        guard abs(one.count - other.count) <= limit else { return nil }
        var beforeLast = Array(repeating: 0, count: other.count + 1)
        var last = Array(0...other.count)
        var current = beforeLast
        var leastOfLast = 0
        for (row, letter) in one.enumerated() {
            current[0] = row + 1
            var least = row + 1
            for (column, otherLetter) in other.enumerated() {
                let substituted = last[column] + (letter == otherLetter ? 0 : 1)
                var edits = min(substituted, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    edits = min(edits, beforeLast[column - 1] + 1)
                }
                current[column + 1] = edits
                least = min(least, edits)
            }
            // A later row can fall below `limit` only by way of one of the last two.
            guard min(least, leastOfLast) <= limit else { return nil }
            (beforeLast, last, current) = (last, current, beforeLast)
            leastOfLast = least
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }

    private static func jaro(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Double {
        guard !one.isEmpty, !other.isEmpty else { return one.isEmpty && other.isEmpty ? 1 : 0 }
        let reach = max(0, max(one.count, other.count) / 2 - 1)
        var isTaken = Array(repeating: false, count: other.count)
        var matched: [Unicode.Scalar] = []
        for (index, letter) in one.enumerated() {
            let near = max(0, index - reach)..<max(0, min(other.count, index + reach + 1))
            guard
                !near.isEmpty,
                let match = near.first(where: { !isTaken[$0] && other[$0] == letter })
            else { continue }
            isTaken[match] = true
            matched.append(letter)
        }
        guard !matched.isEmpty else { return 0 }
        let otherMatched = other.indices.lazy.filter { isTaken[$0] }.map { other[$0] }
        let transpositions = zip(matched, otherMatched).count { $0 != $1 } / 2
        let count = Double(matched.count)
        return
            (count / Double(one.count) + count / Double(other.count)
            + (count - Double(transpositions)) / count) / 3
    }
}

/// Closeness of a guess to a name it does not equal; greater is nearer.
///
/// Jaro–Winkler alone takes "austria" for "australia" (0.927) and an edit distance alone takes
/// "lima" for "lomé"; a slip has to satisfy both (G-61).
public struct Resemblance: Comparable {
    /// The least Jaro–Winkler similarity of a slip.
    public static let minimumSimilarity = 0.88
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

    /// In a word of fewer letters one other letter makes another word: Monet is not Manet.
    public static let shortestSlippedAnswer = 6

    /// True when one edit makes `guess` of `answer`, which is long enough for that.
    public static func isOneSlip(from guess: NormalisedText, to answer: NormalisedText) -> Bool {
        guard answer.letters.count >= shortestSlippedAnswer else { return false }
        guard let slip = Resemblance(of: guess, to: answer, atMost: 1) else { return false }
        return slip.similarity >= minimumSimilarity
    }

    /// True when so many edits, or fewer, make one of the other, however short it is: for games with a measure of
    /// their own.
    public static func isWithin(
        _ limit: Int,
        edits one: NormalisedText,
        _ other: NormalisedText
    ) -> Bool {
        StringDistance.edits(one.letters, other.letters, atMost: limit) != nil
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
