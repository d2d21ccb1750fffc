import Foundation

/// A text as the words it is compared by: lower case, ASCII where they are Latin, without
/// punctuation. An apostrophe joins ("Japan's" is one word), anything else that is no letter or
/// digit parts.
struct FoldedWords: Hashable, Sendable {
    let words: [String]

    init(_ raw: String) {
        var words = [""]
        for scalar in raw.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber, .letterNumber, .otherNumber:
                let lower = scalar.properties.lowercaseMapping
                words[words.count - 1] += Self.whole[lower] ?? lower
            case .nonspacingMark, .format:
                break
            default:
                guard !Self.apostrophes.contains(scalar) else { continue }
                words.append("")
            }
        }
        self.words = words.filter { !$0.isEmpty }
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
        return name.count < shortestStem ? word == name + "s" : word.hasPrefix(name)
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
