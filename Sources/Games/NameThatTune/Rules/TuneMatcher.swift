import GameState

/// Judges what somebody wrote against the names that are right (G-93).
///
/// A guess is right that is spelled nearly like one of them: at most a fifth of the letters may be edits, with the
/// same numbers, word by word where there are as many, and none in names that are too short for slips. Articles in
/// front count on neither side.
enum TuneMatcher {
    static func accepts(title guess: String, for tune: Tune) -> Bool {
        accepts(guess, among: tune.titles)
    }

    /// Also the last name alone, or behind beginnings of the names before it: "J. S. Bach".
    static func accepts(artist guess: String, for tune: Tune) -> Bool {
        if accepts(guess, among: tune.artists) { return true }
        guard let said = NormalisedText(guess), let name = NormalisedText(tune.artist),
            name.words.count > 1
        else { return false }
        return isLastName(said, of: name)
    }

    private static func accepts(_ guess: String, among names: [String]) -> Bool {
        guard let said = NormalisedText(guess).map(withoutArticle) else { return false }
        return names.contains { name in
            NormalisedText(name).map(withoutArticle).map { isNear(said, $0) } ?? false
        }
    }

    /// A name of fewer letters has to be written right.
    private static let shortestSlipped = 5
    /// One edit in so many letters.
    private static let lettersPerEdit = 5
    /// Slips gather in one word.
    private static let lettersPerEditInWord = 4

    private static func isNear(_ guess: NormalisedText, _ name: NormalisedText) -> Bool {
        if guess.isSpelledLike(name) { return true }
        guard name.letters.count >= shortestSlipped, numbers(in: guess) == numbers(in: name) else {
            return false
        }
        let longest = max(guess.letters.count, name.letters.count)
        return Resemblance.isWithin(longest / lettersPerEdit, edits: guess, name)
            && areWordsNear(guess, name)
    }

    /// One word may be another one: the Fifth is not the Ninth, however long the rest is.
    private static func areWordsNear(_ guess: NormalisedText, _ name: NormalisedText) -> Bool {
        guard guess.words.count == name.words.count else { return true }
        return zip(guess.words, name.words).allSatisfy { said, word in
            guard said != word else { return true }
            guard let said = NormalisedText(words: [said]), let word = NormalisedText(words: [word])
            else { return false }
            let longest = max(said.letters.count, word.letters.count)
            let limit = longest == 1 ? 0 : max(1, longest / lettersPerEditInWord)
            return Resemblance.isWithin(limit, edits: said, word)
        }
    }

    private static func isLastName(_ guess: NormalisedText, of name: NormalisedText) -> Bool {
        guard let said = guess.words.last, let last = name.words.last,
            let said = NormalisedText(words: [said]), let last = NormalisedText(words: [last]),
            isNear(said, last)
        else { return false }
        var given = name.words.dropLast()[...]
        for word in guess.words.dropLast() {
            guard let place = given.firstIndex(where: { $0.hasPrefix(word) }) else { return false }
            given = given[(place + 1)...]
        }
        return true
    }

    private static func numbers(in text: NormalisedText) -> [String] {
        text.words.filter { word in
            word.unicodeScalars.contains { $0.properties.numericType != nil }
        }
    }

    private static func withoutArticle(_ text: NormalisedText) -> NormalisedText {
        guard let first = text.words.first, articles.contains(first) else { return text }
        return NormalisedText(words: Array(text.words.dropFirst())) ?? text
    }

    private static let articles: Set<String> = ["the", "a", "an", "en", "ett", "den", "det"]
}
