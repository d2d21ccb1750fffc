/// Numbers that a text tells, in digits or in words. Small ones in words are left out: *one*, *two* and *twelve*
/// are more often a manner of speaking.
struct NumbersInText {
    let all: Set<Int>

    init(_ text: String, _ locale: PackageLocale) {
        var found = Self.digits(in: text)
        var number = Spoken()
        for word in FoldedWords(text).words {
            let parts = Self.parts(of: word, locale)
            if parts.isEmpty {
                // "Sixteen hundred and fifty".
                if ["and", "och"].contains(word), number.mayGoOn { continue }
                found.formUnion(number.flush())
            }
            for part in parts { found.formUnion(number.add(part)) }
        }
        found.formUnion(number.flush())
        all = found
    }

    private static let smallest = 13

    /// Groups of three belong together: `24 951`, `24,951`.
    private static func digits(in text: String) -> Set<Int> {
        var numbers: Set<Int> = []
        var groups: [Substring] = []
        func joined() -> Int? { Int(groups.joined()) }
        var rest = text[...]
        while let start = rest.firstIndex(where: \.isASCIIDigit) {
            let between = rest[..<start]
            let group = rest[start...].prefix(while: \.isASCIIDigit)
            let isNext =
                between.count == 1 && between.allSatisfy { " \u{A0}\u{202F},.".contains($0) }
                && group.count == 3 && (groups.first?.count ?? 9) <= 3
            if !isNext {
                if let number = joined() { numbers.insert(number) }
                groups = []
            }
            groups.append(group)
            rest = rest[group.endIndex...]
        }
        if let number = joined() { numbers.insert(number) }
        return numbers
    }

    private enum Part {
        case value(Int)
        case hundred, thousand
    }

    /// A number as it is heard, word by word.
    private struct Spoken {
        private var thousands = 0
        private var current: Int?

        var mayGoOn: Bool { current.map { $0 > 0 && $0 % 100 == 0 } ?? (thousands > 0) }

        /// - Returns: the number that ended before this part.
        mutating func add(_ part: Part) -> Set<Int> {
            switch part {
            case .hundred: current = (current ?? 1) * 100
            case .thousand:
                thousands += (current ?? 1) * 1_000
                current = nil
            case .value(let value):
                guard let before = current else {
                    current = value
                    return []
                }
                if before % 100 == 0 || before % 10 == 0 && before % 100 >= 20 && value < 10 {
                    current = before + value
                } else if 10...99 ~= before, 10...99 ~= value {
                    // Years: nineteen seventy-three.
                    current = before * 100 + value
                } else {
                    let ended = flush()
                    current = value
                    return ended
                }
            }
            return []
        }

        mutating func flush() -> Set<Int> {
            defer { (thousands, current) = (0, nil) }
            let number = thousands + (current ?? 0)
            return number >= smallest ? [number] : []
        }
    }

    /// Empty for a word that is no number. In Swedish one word may be many: nittonhundrasjuttiotre.
    private static func parts(of word: String, _ locale: PackageLocale) -> [Part] {
        switch locale {
        case .en:
            if word == "hundred" || word == "hundreds" { return [.hundred] }
            if word == "thousand" || word == "thousands" { return [.thousand] }
            return english[word].map { [.value($0)] } ?? []
        case .sv:
            var rest = word[...]
            for ending in ["talets", "talet", "tal"] where rest.count > 8 && rest.hasSuffix(ending)
            {
                rest = rest.dropLast(ending.count)
                break
            }
            var parts: [Part] = []
            while !rest.isEmpty {
                guard let name = swedishNames.first(where: rest.hasPrefix) else { return [] }
                parts.append(
                    name == "hundra"
                        ? .hundred
                        : name == "tusen" ? .thousand : .value(swedish[name] ?? 0)
                )
                rest = rest.dropFirst(name.count)
            }
            return parts
        }
    }

    private static let english = table(
        """
        one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
        seventeen eighteen nineteen
        """,
        tens: "twenty thirty forty fifty sixty seventy eighty ninety"
    )

    /// Folded, as all words here are.
    private static let swedish = table(
        "ett tva tre fyra fem sex sju atta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton",
        tens: "tjugo trettio fyrtio femtio sextio sjuttio attio nittio"
    )

    private static let swedishNames = (["hundra", "tusen"] + swedish.keys).sorted {
        ($0.count, $0) > ($1.count, $1)
    }

    private static func table(_ units: String, tens: String) -> [String: Int] {
        var table: [String: Int] = [:]
        for (place, name) in units.split(separator: " ").enumerated() {
            table[String(name)] = place + 1
        }
        for (place, name) in tens.split(separator: " ").enumerated() {
            table[String(name)] = (place + 2) * 10
        }
        return table
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
