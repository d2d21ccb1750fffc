/// Language of a line's words.
enum SpokenLanguage: CaseIterable {
    case swedish, english

    /// English where no voice speaks the line's own.
    init(locale: String) {
        self = locale == "sv" ? .swedish : .english
    }
}

/// Numbers as they are said in a language.
struct NumberWords {
    let language: SpokenLanguage

    /// Years are said in hundreds: eleven hundred, nineteen eighty-four.
    static let years = 1_100...2_099
    /// A number with more digits is said digit by digit.
    static let maxDigits = 15

    /// - Parameters:
    ///   - number: not negative, of `maxDigits` at most.
    ///   - isCommon: before a noun that in Swedish has *en*: en krona, tjugoen kronor.
    func cardinal(_ number: Int, isCommon: Bool = false) -> String {
        switch language {
        case .english: english(number)
        case .swedish: isCommon ? Self.common(swedish(number)) : swedish(number)
        }
    }

    func ordinal(_ number: Int) -> String {
        switch language {
        case .english: Self.changingLastWord(of: english(number), Self.englishOrdinal)
        case .swedish: swedishOrdinal(number)
        }
    }

    /// - Parameter year: one of `years`.
    func year(_ year: Int) -> String {
        if 2_000...2_009 ~= year {
            switch language {
            case .english: return english(year)
            case .swedish:
                return "tvåtusen" + (year == 2_000 ? "" : Self.swedishUnits[year - 2_000])
            }
        }
        let (hundreds, rest) = (below100(year / 100), below100(year % 100))
        return switch (language, year % 100) {
        case (.swedish, 0): hundreds + "hundra"
        case (.swedish, _): hundreds + "hundra" + rest
        case (.english, 0): hundreds + " hundred"
        case (.english, 1...9): "\(hundreds) oh \(rest)"
        case (.english, _): "\(hundreds) \(rest)"
        }
    }

    /// Nineteen thirties, eighties, fourteen hundreds.
    static func englishPlural(of words: String) -> String {
        changingLastWord(of: words) { word in
            if word.hasSuffix("y") { return word.dropLast() + "ies" }
            return word.hasSuffix("x") ? word + "es" : word + "s"
        }
    }

    /// - Parameter digits: ASCII digits, any number of them.
    func digitByDigit(_ digits: some StringProtocol) -> String {
        digits.compactMap { $0.wholeNumberValue.map(below100) }.joined(separator: " ")
    }

    /// Numbers of rulers, of two letters and more: no word looks like one of them.
    static let roman: [String: Int] = {
        let units = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
        let all = (2...29).map { (String(repeating: "X", count: $0 / 10) + units[$0 % 10], $0) }
        return Dictionary(uniqueKeysWithValues: all.filter { $0.0.count > 1 })
    }()

    private func below100(_ number: Int) -> String {
        let (units, tens, joint) =
            switch language {
            case .swedish: (Self.swedishUnits, Self.swedishTens, "")
            case .english: (Self.englishUnits, Self.englishTens, "-")
            }
        if number < units.count { return units[number] }
        let ten = tens[number / 10 - 2]
        return number % 10 == 0 ? ten : ten + joint + units[number % 10]
    }

    /// Largest first; each with the number it stands for.
    private func parts(of number: Int) -> [(scale: Int, count: Int)] {
        [1_000_000_000_000, 1_000_000_000, 1_000_000, 1_000, 1]
            .map { (scale: $0, count: number / $0 % 1_000) }
            .filter { $0.count > 0 }
    }
}

/// English, as in Britain: one hundred and five.
extension NumberWords {
    private static let englishUnits = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let englishTens = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
    private static let englishScales = [
        1_000: "thousand", 1_000_000: "million", 1_000_000_000: "billion",
        1_000_000_000_000: "trillion",
    ]
    private static let irregularOrdinals = [
        "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
        "nine": "ninth", "twelve": "twelfth",
    ]

    private func english(_ number: Int) -> String {
        guard number > 0 else { return Self.englishUnits[0] }
        return parts(of: number).reduce("") { said, part in
            let hundreds = part.count >= 100 ? "\(below100(part.count / 100)) hundred" : ""
            let rest = part.count % 100 > 0 ? below100(part.count % 100) : ""
            let joint = !rest.isEmpty && !(hundreds.isEmpty && said.isEmpty) ? "and" : ""
            // "Two thousand and five", but "five thousand two hundred".
            let isLast = part.scale == 1
            let words = [
                hundreds, hundreds.isEmpty && !isLast ? "" : joint, rest,
                Self.englishScales[part.scale] ?? "",
            ]
            return ([said] + words).filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    private static func englishOrdinal(_ word: String) -> String {
        if let irregular = irregularOrdinals[word] { return irregular }
        return word.hasSuffix("y") ? word.dropLast() + "ieth" : word + "th"
    }

    private static func changingLastWord(of words: String, _ change: (String) -> String) -> String {
        let start = words.lastIndex { $0 == " " || $0 == "-" }.map { words.index(after: $0) }
        let last = words[(start ?? words.startIndex)...]
        return words.dropLast(last.count) + change(String(last))
    }
}

extension NumberWords {
    private static let swedishUnits = [
        "noll", "ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio", "elva",
        "tolv", "tretton", "fjorton", "femton", "sexton", "sjutton", "arton", "nitton",
    ]
    private static let swedishTens = [
        "tjugo", "trettio", "fyrtio", "femtio", "sextio", "sjuttio", "åttio", "nittio",
    ]
    /// One of them, and several.
    private static let swedishScales = [
        1_000_000: ("miljon", "miljoner"), 1_000_000_000: ("miljard", "miljarder"),
        1_000_000_000_000: ("biljon", "biljoner"),
    ]
    private static let swedishOrdinals = [
        "nollte", "första", "andra", "tredje", "fjärde", "femte", "sjätte", "sjunde", "åttonde",
        "nionde", "tionde", "elfte", "tolfte", "trettonde", "fjortonde", "femtonde", "sextonde",
        "sjuttonde", "artonde", "nittonde",
    ]

    private func swedish(_ number: Int) -> String {
        guard number > 0 else { return Self.swedishUnits[0] }
        return parts(of: number).map { scale, count in
            let hundreds = count >= 100 ? Self.swedishUnits[count / 100] + "hundra" : ""
            let words = hundreds + (count % 100 > 0 ? below100(count % 100) : "")
            if scale == 1 { return words }
            guard let (one, many) = Self.swedishScales[scale] else {
                return words.hasSuffix("ett") ? words + " tusen" : words + "tusen"
            }
            return Self.common(words) + " " + (count == 1 ? one : many)
        }.joined(separator: " ")
    }

    private func swedishOrdinal(_ number: Int) -> String {
        let rest = number % 100
        guard rest > 0 || number == 0 else { return swedish(number) + "de" }
        let before = number > rest ? swedish(number - rest) : ""
        let joint = before.hasSuffix("tusen") || before.hasSuffix("er") ? " " : ""
        let units = Self.swedishOrdinals
        if rest < units.count { return before + joint + units[rest] }
        let ten = Self.swedishTens[rest / 10 - 2]
        return before + joint + ten + (rest % 10 == 0 ? "nde" : units[rest % 10])
    }

    private static func common(_ words: String) -> String {
        words.hasSuffix("ett") ? words.dropLast(3) + "en" : words
    }
}
