/// From raw text to words that can be compared, and from those to ASCII where they are Latin.
///
/// NFC needs no step of its own: `String` compares and hashes by canonical equivalence. The rest
/// rests on the standard library's scalar properties and the tables in `LatinLetters`.
enum Normalisation {
    /// Case-folded words: no punctuation, symbols or invisible characters, compatibility forms
    /// (full width, mathematical, circled) as plain letters and digits. Normalising again changes
    /// nothing.
    static func words(of raw: String) -> [String] {
        let scalars = raw.unicodeScalars.flatMap(caseFolded)
        var words: [String.UnicodeScalarView] = [.init()]
        for (index, scalar) in scalars.enumerated() {
            let isWordStart = words[words.count - 1].isEmpty
            switch role(of: scalar, at: index, in: scalars, isWordStart: isWordStart) {
            case .keep(let kept):
                words[words.count - 1].append(kept)
            case .drop:
                break
            case .separate:
                if !isWordStart { words.append(.init()) }
            }
        }
        return abbreviated(words.lazy.filter { !$0.isEmpty }.map { String($0) })
    }

    /// Latin letters reduced to ASCII: å → a, ø → o, ß → ss, þ → th. Other scripts stay whole,
    /// for there a mark makes another letter.
    static func folded(_ text: String) -> String {
        replacingLatin(in: text) { LatinLetters.ascii[$0] }
    }

    /// As `folded`, but in the two letters used where a keyboard lacks the one: ø → oe, å → aa.
    static func spelledOut(_ text: String) -> String {
        replacingLatin(in: text) { LatinLetters.spelledOut[$0] ?? LatinLetters.ascii[$0] }
    }

    private enum Role {
        case keep(Unicode.Scalar)
        case drop
        case separate
    }

    private static func role(
        of scalar: Unicode.Scalar,
        at index: Int,
        in scalars: [Unicode.Scalar],
        isWordStart: Bool
    ) -> Role {
        if apostrophes.contains(scalar) { return .drop }
        if scalar == "." || scalar == "," {
            return decimalPoint(at: index, in: scalars)
        }
        if minusSigns.contains(scalar) {
            let isSign = isWordStart && isDigit(at: index + 1, in: scalars)
            return isSign ? .keep("-") : .separate
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            return .keep(scalar)
        case .nonspacingMark, .spacingMark, .enclosingMark:
            // A mark without a letter would join the space before it.
            return isWordStart ? .drop : .keep(scalar)
        case .format, .surrogate, .privateUse, .unassigned:
            return .drop
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator,
            .paragraphSeparator, .control:
            return .separate
        @unknown default:
            return .drop
        }
    }

    /// Between digits a point or comma is kept as a decimal point, so that 3.5 is not 35, unless
    /// exactly three digits follow: 1,000 is 1000.
    private static func decimalPoint(at index: Int, in scalars: [Unicode.Scalar]) -> Role {
        guard isDigit(at: index - 1, in: scalars), isDigit(at: index + 1, in: scalars) else {
            return .separate
        }
        let groupEnd = index + 4
        let isGroup =
            isDigit(at: index + 2, in: scalars) && isDigit(at: index + 3, in: scalars)
            && !isDigit(at: groupEnd, in: scalars)
        return isGroup ? .drop : .keep(".")
    }

    private static func isDigit(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.contains(index) && ("0"..."9").contains(scalars[index])
    }

    /// "Saint" and "Sankt" as "St", and no "and" between words: both are written either way.
    private static func abbreviated(_ words: [String]) -> [String] {
        words.enumerated().compactMap { index, word in
            let isBetween = index > 0 && index < words.count - 1
            if isBetween, word == "and" || word == "och" { return nil }
            return word == "saint" || word == "sankt" ? "st" : word
        }
    }

    /// Unicode's full case folding, near enough: lower case alone would keep ß and SS, ς and σ,
    /// ﬁ and FI apart; upper case alone ẞ and SS.
    private static func caseFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let plain = LatinLetters.plain(scalar)
        guard !plain.isASCII else { return [LatinLetters.lowercasedASCII(plain)] }
        return plain.properties.lowercaseMapping.unicodeScalars
            .flatMap { Array($0.properties.uppercaseMapping.unicodeScalars) }
            .flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    }

    private static func replacingLatin(
        in text: String,
        with replacement: (Unicode.Scalar) -> String?
    ) -> String {
        var result = String.UnicodeScalarView()
        for character in text {
            guard let base = character.unicodeScalars.first else { continue }
            // All marks after a Latin letter go with it, one or a hundred.
            if base.isASCII, character.unicodeScalars.count == 1 {
                result.append(base)
            } else if let latin = replacement(composed(character) ?? base) {
                result.append(contentsOf: latin.unicodeScalars)
            } else if base.isASCII {
                result.append(base)
            } else {
                result.append(contentsOf: character.unicodeScalars)
            }
        }
        return String(result)
    }

    /// The one letter that a base and a mark stand for where spelling out depends on it.
    private static func composed(_ character: Character) -> Unicode.Scalar? {
        LatinLetters.composed[character]
    }

    private static let apostrophes: Set<Unicode.Scalar> = [
        "'", "’", "‘", "‛", "`", "´", "′", "ʼ", "ʻ", "ʹ", "ʿ", "ʾ", "＇",
    ]
    private static let minusSigns: Set<Unicode.Scalar> = ["-", "−", "–"]
}

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
