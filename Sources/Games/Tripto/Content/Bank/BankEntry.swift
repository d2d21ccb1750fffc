import GameState

/// A package with what a choice compares of it.
struct BankEntry: Sendable {
    let package: RoundPackage
    let country: FoldedWords
    /// Its themes, region and country, word by word.
    let themeWords: [String]
    /// All that name its destination.
    private let names: [Name]
    private let questions: [FoldedWords]
    /// Beginnings of the questions' words: they rule out most names.
    private let beginnings: Set<Substring>

    private struct Name {
        let words: FoldedWords
        /// Possible beginnings of the first word of any of its forms.
        let beginnings: Set<Substring>

        init(_ raw: String) {
            words = FoldedWords(raw).withoutArticle
            let first = words.words.first ?? ""
            let starts = [first, first + "s", words.words.joined()]
            beginnings = Set(starts.map { $0.prefix(FoldedWords.shortestStem) })
        }
    }

    init(_ package: RoundPackage) {
        let destination = package.destination
        self.package = package
        country = FoldedWords(destination.country)
        themeWords = (package.themes + [destination.region, destination.country])
            .flatMap { FoldedWords($0).words }
        names = ([destination.name] + destination.aliases).map { Name($0) }
        questions = package.followups.map { FoldedWords($0.q) }
        beginnings = Set(
            questions.flatMap(\.words).map { $0.prefix(FoldedWords.shortestStem) }
        )
    }

    /// True when a follow-up's question says the name of `other`'s destination (G-66).
    func asksAbout(_ other: BankEntry) -> Bool {
        other.names.contains { name in
            !name.beginnings.isDisjoint(with: beginnings)
                && questions.contains { $0.contains(name.words) }
        }
    }
}
