import GameState

/// Words around a name that are no part of it (T-11-5).
///
/// They are taken as whole words from either end, never until nothing is left (G-60).
struct StopWords {
    /// No answer has more of them at one end; bounds the forms to sixteen.
    static let maximumAtEachEnd = 3

    /// Words that a guesser may add: "huvudstaden Stockholm", "New York City", "the Hague".
    static let aroundGuess = StopWords(words: always.union(["town"]))
    /// Words that a guesser may leave out of the name itself. Not "town": Cape Town is not Cape.
    static let withinName = StopWords(words: always)

    private static let always: Set<String> = [
        "capital", "city", "den", "det", "huvudstad", "huvudstaden", "kommun", "kommunen",
        "municipality", "stad", "staden", "stan", "the",
    ]

    private let words: Set<String>

    private init(words: Set<String>) {
        self.words = words
    }

    /// `text` itself, then the rest of it without ever more stop words, so that a longer name is always met
    /// before a shorter one within it.
    func forms(of text: NormalisedText) -> [NormalisedText] {
        let leading = text.words.prefix(Self.maximumAtEachEnd).prefix(while: words.contains).count
        let trailing =
            text.words.suffix(Self.maximumAtEachEnd).reversed().prefix(while: words.contains).count
        guard leading + trailing > 0 else { return [text] }
        let cuts = (0...leading).flatMap { first in (0...trailing).map { (first, $0) } }
        return
            cuts.sorted { $0.0 + $0.1 < $1.0 + $1.1 }
            .compactMap { first, last in
                NormalisedText(words: Array(text.words.dropFirst(first).dropLast(last)))
            }
    }
}
