import GameState

/// The words that tell a destination's country, or its part of the world, in Swedish and English, with
/// those for their people.
struct GeographicForms {
    private let forms: [FoldedWords]

    init(country: String) {
        self.init(country, CountryForms.forms(ofCountry: country))
    }

    /// With its continent.
    init(region: String) {
        self.init(region, Continent(ofRegion: region).map(\.forms) ?? [])
    }

    private init(_ name: String, _ others: [String]) {
        var seen: Set<FoldedWords> = []
        forms = ([name] + Self.stem(of: name) + others)
            .map { FoldedWords($0).withoutArticle }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The first word of `text` that tells; a point of the compass before it changes nothing
    /// ("nordafrikansk").
    func first(in text: String, locale: String) -> String? {
        let ordinary = PackageLocale(rawValue: locale).map { Self.ordinaryWords[$0] ?? [] } ?? []
        let text = FoldedWords(text)
        let words = text.words.filter { !ordinary.contains($0) }
            .map { (whole: $0, bare: Self.withoutDirection($0)) }
        let told = forms.first { form in
            if form.words.count > 1 { return text.contains(form) }
            return words.contains { word in
                FoldedWords.isForm(word.whole, of: form.words[0])
                    || FoldedWords.isForm(word.bare, of: form.words[0])
            }
        }
        return told?.words.joined(separator: " ")
    }

    /// Without its last vowel a long name begins its adjective too: Marocko, marockansk.
    private static func stem(of name: String) -> [String] {
        let words = FoldedWords(name).words
        guard words.count == 1, let word = words.first, word.count >= shortestStemmedName else {
            return []
        }
        guard let last = word.last, "aeiouy".contains(last) else { return [] }
        return [String(word.dropLast())]
    }

    private static func withoutDirection(_ word: String) -> String {
        guard let direction = directions.first(where: word.hasPrefix) else { return word }
        return String(word.dropFirst(direction.count))
    }

    /// In letters; five are left of it.
    private static let shortestStemmedName = 6

    /// Longer ones first, as the first that fits is taken.
    private static let directions = [
        "nordost", "nordvast", "sydost", "sydvast", "central", "mellan", "latin", "nord", "syd",
        "vast", "ost",
    ]

    /// Words that look like a place's name in the other language.
    private static let ordinaryWords: [PackageLocale: Set<String>] = [
        .en: ["island", "islands", "islander", "islanders"],
        .sv: ["turkos", "turkosa", "turkost"],
    ]
}
