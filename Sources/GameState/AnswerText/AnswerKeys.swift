/// The keys an answer to a question is compared by: folded, without spaces, numbers as digits.
///
/// Two texts match when they share a key. Nothing is fuzzy here: "1945" is not "1946".
public enum AnswerKeys {
    /// A number may come with a counting word the answer lacks: "12 stycken", "år 1945".
    public static func keys(ofGuess guess: NormalisedText) -> Set<String> {
        let words = plainWords(of: guess)
        var keys = keys(of: words)
        if let number = number(in: words, besides: countingWords) {
            keys.insert(number)
        }
        return keys
    }

    /// A number may be given without the answer's unit: "330" for "330 metres".
    public static func keys(ofAnswer answer: NormalisedText) -> Set<String> {
        let words = plainWords(of: answer)
        var keys = keys(of: words)
        if let number = number(in: words, besides: countingWords.union(units.values)) {
            keys.insert(number)
        }
        return keys
    }

    private static func plainWords(of text: NormalisedText) -> [String] {
        text.folded.split(separator: " ").map { word in units[String(word)] ?? String(word) }
    }

    /// As written, and without an article at the start, unless that is all there is.
    private static func keys(of words: [String]) -> Set<String> {
        var keys: Set = [key(words)]
        if words.count > 1, let first = words.first, articles.contains(first) {
            keys.insert(key(Array(words.dropFirst())))
        }
        return keys
    }

    private static func key(_ words: [String]) -> String {
        words.map { numbers[$0] ?? $0 }.joined()
    }

    /// The number among two words, the other of which is one of `companions`.
    private static func number(in words: [String], besides companions: Set<String>) -> String? {
        guard words.count == 2 else { return nil }
        let rest = words.filter { !companions.contains($0) }.map { numbers[$0] ?? $0 }
        guard rest.count == 1, rest[0].utf8.allSatisfy({ "-.0123456789".utf8.contains($0) }) else {
            return nil
        }
        return rest[0]
    }

    private static let articles: Set<String> = [
        "a", "an", "the", "den", "det", "de", "en", "ett",
    ]

    private static let countingWords: Set<String> = ["st", "stycken", "pieces", "years"]

    /// Zero to twenty in Swedish and English, folded.
    private static let numbers = table([
        ("0", "noll zero"), ("1", "en ett one"), ("2", "tva two"), ("3", "tre three"),
        ("4", "fyra four"), ("5", "fem five"), ("6", "sex six"), ("7", "sju seven"),
        ("8", "atta eight"), ("9", "nio nine"), ("10", "tio ten"), ("11", "elva eleven"),
        ("12", "tolv twelve"), ("13", "tretton thirteen"), ("14", "fjorton fourteen"),
        ("15", "femton fifteen"), ("16", "sexton sixteen"), ("17", "sjutton seventeen"),
        ("18", "arton aderton eighteen"), ("19", "nitton nineteen"), ("20", "tjugo twenty"),
    ])

    /// Spellings of a unit, folded, by the one they are compared as.
    private static let units = table([
        ("m", "m meter meters metre metres"), ("cm", "cm centimeter centimeters centimetres"),
        ("km", "km kilometer kilometers kilometre kilometres"), ("mil", "mil"),
        ("miles", "mile miles"), ("feet", "ft foot feet fot"),
        ("kg", "kg kilo kilos kilogram kilograms"), ("tonnes", "ton tonne tonnes tons"),
        ("percent", "procent percent"), ("degrees", "grad grader degree degrees"),
        ("years", "year years ar"), ("days", "dag dagar dygn day days"),
        ("hours", "timme timmar hour hours"), ("minutes", "minut minuter minute minutes"),
    ])

    private static func table(_ rows: [(String, String)]) -> [String: String] {
        var table: [String: String] = [:]
        for (key, words) in rows {
            for word in words.split(separator: " ") {
                table[String(word)] = key
            }
        }
        return table
    }
}
