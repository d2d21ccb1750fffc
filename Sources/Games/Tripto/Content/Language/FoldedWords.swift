import Foundation

/// A text as the words it is compared by: lower case, ASCII where they are Latin, without
/// punctuation. An apostrophe joins ("Japan's" is one word), anything else that is no letter or
/// digit parts.
struct FoldedWords: Hashable, Sendable {
    let words: [String]

    init(_ raw: String) {
        self.words = Self.composed(raw) ?? Self.decomposed(raw)
    }

    /// Words of a text of Latin letters that are written as one scalar each, as nearly all texts are;
    /// nil for any other. A bank is read at every start: decomposing its texts was half of that.
    private static func composed(_ raw: String) -> [String]? {
        var words: [String] = []
        var word: [UInt8] = []
        for scalar in raw.unicodeScalars {
            let value = Int(scalar.value)
            guard let folding = value < latin.count ? latin[value] : punctuation(scalar) else {
                return nil
            }
            switch folding {
            case .letters(let letters): word += letters
            case .nothing: break
            case .gap:
                guard !word.isEmpty else { continue }
                words.append(String(decoding: word, as: UTF8.self))
                word.removeAll(keepingCapacity: true)
            }
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    private static func decomposed(_ raw: String) -> [String] {
        var words = [""]
        for scalar in raw.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch Folding(scalar) {
            case .letters(let letters):
                words[words.count - 1] += String(decoding: letters, as: UTF8.self)
            case .nothing: break
            case .gap: words.append("")
            }
        }
        return words.filter { !$0.isEmpty }
    }

    /// The part of the words that one scalar is.
    private enum Folding {
        case letters([UInt8])
        case nothing, gap

        var letters: [UInt8] {
            switch self {
            case .letters(let letters): letters
            case .nothing, .gap: []
            }
        }

        init(_ scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber, .letterNumber, .otherNumber:
                let lower = scalar.properties.lowercaseMapping
                self = .letters(Array((FoldedWords.whole[lower] ?? lower).utf8))
            case .nonspacingMark, .format:
                self = .nothing
            default:
                self = FoldedWords.apostrophes.contains(scalar) ? .nothing : .gap
            }
        }
    }

    /// Foldings of the scalars below U+0180, by their decompositions.
    private static let latin = (0..<0x180).compactMap(Unicode.Scalar.init).map { scalar in
        let scalars = String(scalar).decomposedStringWithCanonicalMapping
            .unicodeScalars.map(Folding.init)
        return scalars.count > 1 ? .letters(scalars.flatMap(\.letters)) : scalars[0]
    }

    /// Dashes, quotes, ellipses and their like, which decompose into nothing and compose with nothing.
    private static func punctuation(_ scalar: Unicode.Scalar) -> Folding? {
        0x2010...0x2027 ~= scalar.value ? Folding(scalar) : nil
    }

    private init(words: [String]) {
        self.words = words
    }

    var isEmpty: Bool { words.isEmpty }

    /// True when `name` stands here, in any form: a word of four letters or more may go on
    /// ("Stockholms", "Kyotoprotokollet"), a shorter one takes an s alone; a number is only itself.
    /// A name of several words may also be written as one.
    func contains(_ name: FoldedWords) -> Bool {
        guard let last = name.words.last else { return false }
        let first = name.words.dropLast()
        if !first.isEmpty, words.contains(where: { Self.isForm($0, of: name.words.joined()) }) {
            return true
        }
        return words.indices.dropLast(first.count).contains { start in
            zip(words[start...], first).allSatisfy { $0 == $1 || $0 == $1 + "s" }
                && Self.isForm(words[start + first.count], of: last)
        }
    }

    /// Without an article at the start, unless that is all there is.
    var withoutArticle: FoldedWords {
        guard words.count > 1, let first = words.first, Self.articles.contains(first) else {
            return self
        }
        return FoldedWords(words: Array(words.dropFirst()))
    }

    /// True when `word` is `name`, inflected or compounded at its end.
    static func isForm(_ word: String, of name: String) -> Bool {
        if word == name { return true }
        guard !name.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return false
        }
        let letters = name.utf8.allSatisfy { $0 < 0x80 } ? name.utf8.count : name.count
        return letters < shortestStem ? word == name + "s" : word.hasPrefix(name)
    }

    /// In letters; a shorter one begins too many other words.
    static let shortestStem = 4
    private static let articles: Set<String> = ["a", "an", "the", "en", "ett", "den", "det", "de"]
    private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{2BC}"]
    /// Latin letters that decompose into nothing simpler.
    private static let whole: [String: String] = [
        "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
        "ı": "i", "i\u{307}": "i", "ħ": "h",
    ]
}

/// The languages there is a vocabulary for.
enum PackageLocale: String, CaseIterable, Sendable {
    case sv, en
}
