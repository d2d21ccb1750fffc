/// A host's free words for a theme, compared with a package's themes, region and country.
struct ThemeWords {
    private let words: Set<String>

    init(_ theme: String) {
        words = Set(FoldedWords(theme).words.filter { !Self.joining.contains($0) })
    }

    /// Number of the words that the package answers to. A word and another that begins with it are
    /// one: "temple" and "temples", "Asien" and "asiens".
    func count(in entry: BankEntry) -> Int {
        words.count { word in
            entry.themeWords.contains { offered in
                FoldedWords.isForm(offered, of: word)
                    || (FoldedWords.isForm(word, of: offered) && !Self.joining.contains(offered))
            }
        }
    }

    /// Words that stand between the ones that tell.
    private static let joining: Set<String> = [
        "a", "an", "and", "av", "by", "de", "den", "det", "en", "ett", "for", "i", "in", "med",
        "o", "och", "of", "om", "on", "pa", "som", "the", "till", "to", "vid", "with",
    ]
}
