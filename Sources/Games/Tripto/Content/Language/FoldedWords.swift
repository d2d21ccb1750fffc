import Foundation

/// A text as the words it is compared by: lower case, ASCII where they are Latin, without
/// punctuation. An apostrophe joins ("Japan's" is one word), anything else that is no letter or
/// digit parts.
struct FoldedWords: Hashable, Sendable {
    /// A space before each word and one behind the last, nothing without any: a bank is read at every start,
    /// and most of that is to look for names in texts.
    private let line: [UInt8]
    private let isASCII: Bool

    init(_ raw: String) {
        self.init(line: Self.composed(raw) ?? Self.decomposed(raw))
    }

    private init(line: [UInt8]) {
        self.line = line
        isASCII = line.allSatisfy { $0 < 0x80 }
    }

    var words: [String] { words { _ in true } }

    /// Those whose letters are `wanted`.
    func words(where isWanted: (ArraySlice<UInt8>) -> Bool) -> [String] {
        line.split(separator: Self.space).filter(isWanted).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static let space = UInt8(ascii: " ")

    /// Words of a text of Latin letters that are written as one scalar each, as nearly all texts are;
    /// nil for any other.
    private static func composed(_ raw: String) -> [UInt8]? {
        let latin = latin
        var line: [UInt8] = []
        line.reserveCapacity(raw.utf8.count + 2)
        var isInWord = false
        for scalar in raw.unicodeScalars {
            let value = Int(scalar.value)
            guard let folding = value < latin.count ? latin[value] : punctuation(scalar) else {
                return nil
            }
            switch folding {
            case .letter(let letter):
                if !isInWord { line.append(space) }
                isInWord = true
                line.append(letter)
            case .letters(let letters):
                if !isInWord { line.append(space) }
                isInWord = true
                line += letters.utf8
            case .nothing: break
            case .gap: isInWord = false
            }
        }
        if !line.isEmpty { line.append(space) }
        return line
    }

    private static func decomposed(_ raw: String) -> [UInt8] {
        var line = [space]
        for scalar in raw.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch Folding(scalar) {
            case .letter(let letter): line.append(letter)
            case .letters(let letters): line += letters.utf8
            case .nothing: break
            case .gap: if line.last != space { line.append(space) }
            }
        }
        if line.last != space { line.append(space) }
        return line.count > 1 ? line : []
    }

    /// The part of the words that one scalar is.
    private enum Folding {
        case letter(UInt8)
        /// Several bytes, as a string, which holds that few without memory of its own.
        case letters(String)
        case nothing, gap

        var letters: String {
            switch self {
            case .letter(let letter): String(Unicode.Scalar(letter))
            case .letters(let letters): letters
            case .nothing, .gap: ""
            }
        }

        init(letters: String) {
            let bytes = letters.utf8
            self = bytes.count == 1 ? .letter(bytes[bytes.startIndex]) : .letters(letters)
        }

        init(_ scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber, .letterNumber, .otherNumber:
                let lower = scalar.properties.lowercaseMapping
                self.init(letters: FoldedWords.whole[lower] ?? lower)
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
        return scalars.count > 1 ? Folding(letters: scalars.map(\.letters).joined()) : scalars[0]
    }

    /// Dashes, quotes, ellipses and their like, which decompose into nothing and compose with nothing.
    private static func punctuation(_ scalar: Unicode.Scalar) -> Folding? {
        0x2010...0x2027 ~= scalar.value ? Folding(scalar) : nil
    }

    var isEmpty: Bool { line.isEmpty }

    var isOneWord: Bool { line.count { $0 == Self.space } == 2 }

    /// True when `name` stands here, in any form: a word of four letters or more may go on
    /// ("Stockholms", "Kyotoprotokollet"), a shorter one takes an s alone; a number is only itself.
    /// A name of several words may also be written as one.
    func contains(_ name: FoldedWords) -> Bool {
        guard !name.isEmpty else { return false }
        guard isASCII, name.isASCII else { return containsByWords(name) }
        let isOneWord = name.isOneWord
        return line.indices.contains { place in
            guard line[place] == Self.space, place + 1 < line.count else { return false }
            return says(name, at: place + 1)
                || !isOneWord && says(name, at: place + 1, asOneWord: true)
        }
    }

    /// The same by whole characters: in other scripts a letter may be several.
    func containsByWords(_ name: FoldedWords) -> Bool {
        let (words, name) = (words, name.words)
        guard let last = name.last else { return false }
        let first = name.dropLast()
        if !first.isEmpty, words.contains(where: { Self.isForm($0, of: name.joined()) }) {
            return true
        }
        return words.indices.dropLast(first.count).contains { start in
            zip(words[start...], first).allSatisfy { $0 == $1 || $0 == $1 + "s" }
                && Self.isForm(words[start + first.count], of: last)
        }
    }

    /// True when the words from `start` on are a name's, each with an s or without, the last in any form.
    private func says(_ name: FoldedWords, at start: Int, asOneWord: Bool = false) -> Bool {
        let (space, s) = (Self.space, UInt8(ascii: "s"))
        let end = name.line.count - 1
        var place = start
        var (letters, isNumber) = (0, true)
        for at in 1..<end {
            let letter = name.line[at]
            if letter != space {
                guard line[place] == letter else { return false }
                place += 1
                letters += 1
                isNumber = isNumber && Self.digits ~= letter
            } else if !asOneWord {
                if line[place] == s, line[place + 1] == space { place += 1 }
                guard line[place] == space, place + 1 < line.count else { return false }
                place += 1
                (letters, isNumber) = (0, true)
            }
        }
        if line[place] == space { return true }
        guard !isNumber else { return false }
        return letters >= Self.shortestStem || line[place] == s && line[place + 1] == space
    }

    /// False when these letters stand nowhere: then no form of theirs does.
    func mayTell(_ letters: FoldedWords) -> Bool {
        guard isASCII, letters.isASCII else { return true }
        let length = letters.line.count - 2
        guard length > 0, length <= line.count else { return false }
        return letters.line.withUnsafeBytes { letters in
            line.withUnsafeBytes { line in
                let wanted = UnsafeRawBufferPointer(rebasing: letters[1...length])
                var rest = line[...]
                while let place = rest.firstIndex(of: wanted[0]),
                    place + length <= line.count
                {
                    if line[place..<place + length].elementsEqual(wanted) { return true }
                    rest = rest[(place + 1)...]
                }
                return false
            }
        }
    }

    /// Indices of the words that end in one of these ways.
    func places(ofEndings endings: [[UInt8]]) -> [Int] {
        var places: [Int] = []
        var word = -1
        for place in line.indices where line[place] == Self.space {
            let before = line[..<place]
            let hasEnding = endings.contains { before.suffix($0.count).elementsEqual($0) }
            if word >= 0, hasEnding { places.append(word) }
            word += 1
        }
        return places
    }

    /// Without an article at the start, unless that is all there is.
    var withoutArticle: FoldedWords {
        guard let end = line.dropFirst().firstIndex(of: Self.space), end + 1 < line.count,
            Self.articles.contains(String(decoding: line[1..<end], as: UTF8.self))
        else { return self }
        return FoldedWords(line: Array(line[end...]))
    }

    /// True when `word` is `name`, inflected or compounded at its end.
    static func isForm(_ word: String, of name: String) -> Bool {
        if word == name { return true }
        guard !name.utf8.allSatisfy({ digits ~= $0 }) else { return false }
        let letters = name.utf8.allSatisfy { $0 < 0x80 } ? name.utf8.count : name.count
        return letters < shortestStem ? word == name + "s" : word.hasPrefix(name)
    }

    /// In letters; a shorter one begins too many other words.
    static let shortestStem = 4
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
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
