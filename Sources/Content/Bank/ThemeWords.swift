import GameState

/// A host's free words for a theme, compared with a package's themes, region and country.
struct ThemeWords {
    private let words: Set<String>

    init(_ theme: String) {
        words = Set(FoldedWords(theme).words.filter { !Self.joining.contains($0) })
    }

    /// How many of the words the package answers to. A word and another that begins with it are
    /// one: "temple" and "temples", "Asien" and "asiens".
    func count(in package: RoundPackage) -> Int {
        guard !words.isEmpty else { return 0 }
        let destination = package.destination
        let offered = (package.themes + [destination.region, destination.country])
            .flatMap { FoldedWords($0).words }
            .filter { !Self.joining.contains($0) }
        return words.count { word in
            offered.contains {
                FoldedWords.isForm($0, of: word) || FoldedWords.isForm(word, of: $0)
            }
        }
    }

    /// Words that stand between the ones that tell.
    private static let joining: Set<String> = [
        "a", "an", "and", "av", "by", "de", "den", "det", "en", "ett", "for", "i", "in", "med",
        "o", "och", "of", "om", "on", "pa", "som", "the", "till", "to", "vid", "with",
    ]
}
