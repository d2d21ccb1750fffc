import GameState

extension VoiceLine {
    /// The line in words alone, as a voice is given it: no digit, and no sign or short form that is read
    /// out as another thing.
    var inWords: VoiceLine {
        var spoken = SpokenText(text, SpokenLanguage(locale: locale))
        return VoiceLine(text: spoken.inWords(), locale: locale)
    }
}

/// A text on its way to be said: read from its beginning to its end, once.
///
/// Numbers of four digits are years where nothing says that they are not (`NumberWords.years`). Words
/// stay as they are, and so does what makes a pause.
struct SpokenText {
    private let text: [Character]
    private let language: SpokenLanguage
    private let numbers: NumberWords
    private let signs: SpokenSigns
    private var at = 0
    private var said = ""

    init(_ text: String, _ language: SpokenLanguage) {
        self.text = Array(text)
        self.language = language
        numbers = NumberWords(language: language)
        signs = .of(language)
    }

    mutating func inWords() -> String {
        while let next = peek() {
            if beginsNumber {
                sayNumber()
            } else if let abbreviation = readAbbreviation() {
                say(abbreviation)
            } else if next.isLetter {
                sayWord()
            } else {
                saySign(next)
            }
        }
        return said.tidied
    }

    // MARK: Reading

    private func peek(_ offset: Int = 0) -> Character? {
        text.indices.contains(at + offset) ? text[at + offset] : nil
    }

    private func isDigit(_ offset: Int = 0) -> Bool { peek(offset).map(Self.isDigit) == true }
    private func isLetter(_ offset: Int = 0) -> Bool { peek(offset)?.isLetter == true }
    private func isSpace(_ offset: Int = 0) -> Bool { peek(offset)?.isWhitespace == true }

    /// Of any script; neither a superscript nor a fraction is one.
    private static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }

    /// Lower case.
    private func word(from offset: Int) -> String {
        text.dropFirst(at + offset).prefix { $0.isLetter }.map { $0.lowercased() }.joined()
    }

    private mutating func readDigits() -> String {
        let digits = text[at...].prefix(while: Self.isDigit)
        at += digits.count
        return digits.compactMap { $0.wholeNumberValue.map(String.init) }.joined()
    }

    private mutating func take(_ character: Character) -> Bool {
        guard peek() == character else { return false }
        at += 1
        return true
    }

    // MARK: Saying

    /// The word that was said last, where nothing but a space has come since.
    private var lastWord: String {
        let words = said.reversed().drop { $0 == " " }
        return String(String(words.prefix { $0.isLetter }).reversed())
    }

    /// Words of our own, apart from the letters around them.
    private mutating func say(_ words: String) {
        if said.last?.isLetter == true { said += " " }
        said += words
        if isLetter() { said += " " }
    }

    private mutating func sayWord() {
        let word = text[at...].prefix { $0.isLetter || Self.apostrophes.contains($0) }
        let letters = word.prefix { $0.isLetter }
        if let number = NumberWords.roman[String(letters)], said.last == " ",
            lastWord.first?.isUppercase == true
        {
            at += letters.count
            if signs.counted.contains(lastWord.lowercased()) {
                said += numbers.cardinal(number)
            } else {
                said += language == .swedish ? "den " : "the "
                said += numbers.ordinal(number)
            }
            // Karl XII:s.
            if peek() == ":", isLetter(1) { at += 1 }
            return
        }
        at += word.count
        said += word
    }

    private static let apostrophes: Set<Character> = ["'", "’"]

    private mutating func saySign(_ sign: Character) {
        at += 1
        if let fraction = signs.fractions[sign] {
            say(fraction)
        } else if let words = signs.signs[sign] {
            // A hash is a number's, or nothing at all.
            if sign != "#" || isDigit() { say(words + (isDigit() ? " " : "")) }
        } else if let number = sign.wholeNumberValue, number >= 0 {
            say(numbers.cardinal(number))
        } else if Self.pauses.contains(sign) {
            said.append(sign)
        } else {
            said += " "
        }
    }

    /// Signs that a voice passes over, or takes a breath at.
    static let pauses: Set<Character> = [
        ".", ",", ";", ":", "!", "?", "…", "'", "’", "‘", "-", "–", "—", "(", ")", "\"", "“", "”",
        "„", "«", "»",
    ]

    // MARK: Abbreviations

    /// - Returns: its words, with the full stop that it is too.
    private mutating func readAbbreviation() -> String? {
        guard isLetter(), text[..<at].last.map({ $0.isLetter || Self.isDigit($0) }) != true else {
            return nil
        }
        let short = signs.abbreviations.first { fits($0) }
        guard let short else { return nil }
        at += short.short.count
        guard short.mayEnd else { return short.words }
        let follower = text[at...].first { !$0.isWhitespace }
        let ends = follower == nil || follower?.isUppercase == true && isSpace()
        return short.words + (ends ? "." : "")
    }

    /// A sentence may begin with it.
    private func fits(_ abbreviation: SpokenSigns.Abbreviation) -> Bool {
        let short = abbreviation.short
        guard let first = short.first, let own = peek(),
            own == first || String(own) == first.uppercased(),
            text.count - at >= short.count, text[(at + 1)...].starts(with: short.dropFirst())
        else { return false }
        let follower = text[(at + short.count)...]
        if short.last != ".", let next = follower.first, next.isLetter || Self.isDigit(next) {
            return false
        }
        let next = follower.first { !$0.isWhitespace }
        switch abbreviation.follower {
        case .anything: return true
        case .number: return next.map(Self.isDigit) == true
        case .name: return follower.first?.isWhitespace == true && next?.isUppercase == true
        }
    }
}

extension String {
    /// Without the spaces that words of ours have left too many.
    fileprivate var tidied: String {
        var tidied = ""
        for character in self {
            if character.isWhitespace {
                if let last = tidied.last, last != " " { tidied += " " }
            } else {
                if tidied.last == " ", ".,;:!?)".contains(character) { tidied.removeLast() }
                tidied.append(character)
            }
        }
        if tidied.last == " " { tidied.removeLast() }
        return tidied
    }
}

// MARK: - Numbers

extension SpokenText {
    /// A number as it is written.
    private struct Amount {
        /// ASCII digits without what groups them.
        var digits: String
        var decimals: String?
        var isGrouped = false

        /// Nil where there are too many.
        var whole: Int? { digits.count <= NumberWords.maxDigits ? Int(digits) : nil }
        var isPlain: Bool { decimals == nil && !isGrouped }
        /// It may count something, or be a year.
        var year: Int? {
            guard isPlain, digits.count == 4, let whole, NumberWords.years ~= whole else {
                return nil
            }
            return whole
        }
    }

    private var beginsNumber: Bool {
        if isDigit() { return true }
        guard let next = peek() else { return false }
        if signs.currencies[next] != nil { return isDigit(1) }
        guard next == "-" || next == "−", isDigit(1) else { return false }
        return text[..<at].last.map { $0.isWhitespace || $0 == "(" } ?? true
    }

    private mutating func sayNumber() {
        var words = ""
        if take("-") || take("−") { words = signs.minus + " " }
        let currency = peek().flatMap { signs.currencies[$0] }
        if currency != nil { at += 1 }
        let amount = readAmount()
        let isSpecial = currency == nil && words.isEmpty && amount.isPlain
        words = isSpecial ? special(amount) ?? sum(amount, nil) : words + sum(amount, currency)
        say(words)
        sayRange()
    }

    private mutating func readAmount() -> Amount {
        var amount = Amount(digits: readDigits())
        while amount.digits.count <= 3 || amount.isGrouped, let separator = peek(),
            groupers.contains(separator), isDigit(1), isDigit(2), isDigit(3), !isDigit(4)
        {
            at += 1
            amount.digits += readDigits()
            amount.isGrouped = true
        }
        let isDecimal = peek() == "." || language == .swedish && peek() == ","
        if isDecimal, isDigit(1), !isClock {
            at += 1
            amount.decimals = readDigits()
        }
        return amount
    }

    /// Between groups of three digits.
    private var groupers: Set<Character> {
        let spaces: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]
        return spaces.union([language == .swedish ? "." : ","])
    }

    /// 18.30 behind *klockan*.
    private var isClock: Bool {
        language == .swedish && lastWord.lowercased() == "klockan" && peek() == "." && isDigit(2)
            && !isDigit(3)
    }

    /// With its unit or currency, if it has one.
    private mutating func sum(_ amount: Amount, _ currency: SpokenSigns.Unit?) -> String {
        let mixed = peek().flatMap { signs.fractions[$0] }
        if mixed != nil { at += 1 }
        let magnitude = currency == nil ? nil : readMagnitude()
        let unit = currency ?? readUnit()
        let isOne = amount.whole == 1 && amount.decimals == nil && mixed == nil && magnitude == nil
        let isCommon = unit.map { !$0.isNeuter } ?? (isSpace() && peek(1)?.isLowercase == true)
        var words: String
        if unit == nil, currency == nil, mixed == nil, let year = amount.year {
            words = numbers.year(year)
        } else if let whole = amount.whole {
            words = numbers.cardinal(whole, isCommon: isCommon && amount.decimals == nil)
        } else {
            words = numbers.digitByDigit(amount.digits)
        }
        if let decimals = amount.decimals {
            let isNumber =
                language == .swedish && decimals.count <= 2 && decimals.first != "0"
            let said = isNumber ? Int(decimals).map { numbers.cardinal($0) } : nil
            words += " \(signs.point) \(said ?? numbers.digitByDigit(decimals))"
        }
        if let mixed { words += " \(signs.and) \(mixed)" }
        let name = unit.map { isOne ? $0.one : $0.many }
        return ([words] + [magnitude, name].compactMap(\.self)).joined(separator: " ")
    }

    private mutating func readMagnitude() -> String? {
        let next = word(from: 1)
        guard isSpace(), signs.magnitudes.contains(next) else { return nil }
        at += 1 + next.count
        return next
    }

    private mutating func readUnit() -> SpokenSigns.Unit? {
        let gap = isSpace() ? 1 : 0
        let rest = text.dropFirst(at + gap)
        let found = signs.units.first { short, _ in
            guard rest.starts(with: short) else { return false }
            let next = rest.dropFirst(short.count).first
            return next.map { $0.isLetter || Self.isDigit($0) } != true
        }
        guard let found else { return nil }
        at += gap + found.short.count
        return found.unit
    }

    /// 1914–1918, and the ends of a range with spaces in it.
    private mutating func sayRange() {
        let dashes: Set<Character> = ["-", "–", "—"]
        let gap = isSpace() ? 1 : 0
        guard let dash = peek(gap), dashes.contains(dash), gap == 0 || dash != "-" else { return }
        let behind = isSpace(gap + 1) ? gap : 0
        guard behind == gap, isDigit(gap + 1 + behind) else { return }
        at += gap + 1 + behind
        said += " \(signs.to) "
    }
}

// MARK: - Times, days, ordinals, decades

extension SpokenText {
    /// A plain number that is more than an amount by what stands behind it or before; nil, and nothing
    /// read, where it is an amount.
    private mutating func special(_ amount: Amount) -> String? {
        guard let whole = amount.whole else { return nil }
        return time(amount) ?? fraction(whole) ?? day(amount, whole) ?? ordinal(whole)
            ?? compound(amount, whole) ?? code(amount)
    }

    /// 18:30, and 18.30 behind *klockan*.
    private mutating func time(_ hours: Amount) -> String? {
        guard peek() == ":" || isClock, hours.digits.count <= 2, let hour = hours.whole,
            hour <= 24, isDigit(1), isDigit(2), !isDigit(3)
        else { return nil }
        let start = at
        at += 1
        let minutes = readDigits()
        guard let minute = Int(minutes), minute < 60 else {
            at = start
            return nil
        }
        let said = numbers.cardinal(hour)
        switch (language, minute) {
        case (.swedish, 0): return said
        case (.english, 0): return hour <= 12 ? "\(said) o'clock" : "\(said) hundred hours"
        case (.english, 1...9): return "\(said) oh \(numbers.cardinal(minute))"
        case (.swedish, 1...9): return "\(said) noll \(numbers.cardinal(minute))"
        case (.english, _), (.swedish, _): return "\(said) \(numbers.cardinal(minute))"
        }
    }

    /// 1/2, 3/4.
    private mutating func fraction(_ over: Int) -> String? {
        guard peek() == "/", let under = peek(1)?.wholeNumberValue, isDigit(1), !isDigit(2),
            let sign = ["1/2": "½", "1/4": "¼", "3/4": "¾", "1/3": "⅓", "2/3": "⅔"][
                "\(over)/\(under)"
            ], let words = signs.fractions[Character(sign)]
        else { return nil }
        at += 2
        return words
    }

    /// 3 May, May 3, 3 maj.
    private func day(_ amount: Amount, _ whole: Int) -> String? {
        guard 1...31 ~= whole, amount.digits.count <= 2 else { return nil }
        switch language {
        case .swedish:
            return isSpace() && signs.months.contains(word(from: 1)) ? numbers.ordinal(whole) : nil
        case .english:
            if isSpace(), isMonth(word(from: 1), peek(1)) {
                return (lastWord.lowercased() == "the" ? "" : "the ") + numbers.ordinal(whole)
                    + " of"
            }
            // In May 12 people came.
            let counts = isLetter() || isSpace() && peek(1)?.isLowercase == true
            return isMonth(lastWord.lowercased(), lastWord.first) && !counts
                ? "the " + numbers.ordinal(whole) : nil
        }
    }

    /// *May* and *march* are words too.
    private func isMonth(_ word: String, _ first: Character?) -> Bool {
        first?.isUppercase == true
            && signs.months.contains(word.prefix(1).uppercased() + word.dropFirst())
    }

    /// 1st, 2:a, 19:e.
    private mutating func ordinal(_ whole: Int) -> String? {
        let (gap, endings): (Int, Set<String>) =
            switch language {
            case .english: (0, ["st", "nd", "rd", "th"])
            case .swedish: (1, ["a", "e", "de", "te"])
            }
        guard gap == 0 || peek() == ":" else { return nil }
        let ending = word(from: gap)
        guard endings.contains(ending) else { return nil }
        at += gap + ending.count
        return numbers.ordinal(whole)
    }

    /// 1930-talet, 60-årig; the 1930s, the 80's.
    private mutating func compound(_ amount: Amount, _ whole: Int) -> String? {
        let words = amount.year.map(numbers.year) ?? numbers.cardinal(whole)
        switch language {
        case .swedish:
            guard peek() == "-" || peek() == ":", isLetter(1) else { return nil }
            let isCentury = whole == 2_000 && word(from: 1).hasPrefix("tal")
            let rest = text[(at + 1)...].prefix { $0.isLetter }
            at += 1 + rest.count
            let joined = isCentury ? "tjugohundra" : words.filter { $0 != " " }
            return joined + String(rest)
        case .english:
            let gap = peek() == "'" || peek() == "’" ? 1 : 0
            guard amount.digits.count == 4 || amount.digits.count == 2, whole % 10 == 0,
                word(from: gap) == "s"
            else { return nil }
            at += gap + 1
            return NumberWords.englishPlural(of: words)
        }
    }

    /// 007 is no number.
    private func code(_ amount: Amount) -> String? {
        amount.digits.count > 1 && amount.digits.first == "0"
            ? numbers.digitByDigit(amount.digits) : nil
    }
}
