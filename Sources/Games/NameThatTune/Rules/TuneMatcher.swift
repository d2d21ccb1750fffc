import GameState

/// Judges what somebody wrote against the names that are right (G-93).
///
/// A guess is right that is spelled nearly like one of them, or sounds like it: at most a fifth of the letters may be
/// edits, with the same numbers, word by word where there are as many, and none in names that are too short for slips.
/// Articles in front count on neither side. A title may come with its artist or with what kind of piece it is, have its
/// words in another order, or lack a few.
struct TuneMatcher {
    private let titles, mainTitles, artists: [Name]
    private let lastNames: [Name]
    /// Of the artist, whose last name is enough.
    private let fullName: NormalisedText?
    private let isNobodys: Bool

    init(_ tune: Tune) {
        titles = tune.titles.compactMap { Name($0) }
        mainTitles = ([tune.title] + (tune.swedishTitle.map { [$0] } ?? [])).compactMap { Name($0) }
        artists = tune.artists.compactMap { Name($0) }
        lastNames = artists.compactMap { $0.text.words.last.flatMap(Name.init(word:)) }
        fullName = NormalisedText(tune.artist).flatMap { $0.words.count > 1 ? $0 : nil }
        isNobodys = tune.artist == Tune.nobody
    }

    func accepts(title guess: String) -> Bool {
        guard let said = Name(guess) else { return false }
        if isTitle(said) || isMost(said) || lacksOne(said) || goesOn(said) || isTwice(said) {
            return true
        }
        return (withoutArtist(said.text.words) + withoutKind(said.text.words))
            .contains(where: isTitle)
    }

    /// Also the last name alone, or behind beginnings of the names before it: "J. S. Bach".
    func accepts(artist guess: String) -> Bool {
        NormalisedText(guess).map { isArtist($0.words[...]) || isOfNobody($0.words) } ?? false
    }

    private static let ofNobody: Set<String> = [
        "trad", "traditional", "traditionell", "folkvisa", "folkmelodi", "folkmusik", "folk song",
        "folk tune", "folk music",
    ]
    private static let longestOfNobody = 4

    /// A folk song by any description: "gammal folkvisa", "Irish folk song".
    private func isOfNobody(_ words: [String]) -> Bool {
        guard isNobodys, words.count <= Self.longestOfNobody else { return false }
        return [1, 2].contains {
            Self.ofNobody.contains(words.suffix($0).joined(separator: " "))
        }
    }

    private func isTitle(_ said: Name) -> Bool {
        titles.contains { said.isNear($0) || said.hasSameWords(as: $0) }
    }

    private func isArtist(_ words: ArraySlice<String>) -> Bool {
        guard let said = NormalisedText(words: Array(words)), let name = Name(said) else {
            return false
        }
        if artists.contains(where: { name.isNear($0) || name.hasSameWords(as: $0) }) { return true }
        return fullName.map { isLastName(said, of: $0) } ?? false
    }

    private func isLastName(_ guess: NormalisedText, of name: NormalisedText) -> Bool {
        guard let said = guess.words.last, let last = name.words.last,
            let said = Name(word: said), let last = Name(word: last), said.isNear(last)
        else { return false }
        var given = name.words.dropLast()[...]
        let initials = String(given.compactMap(\.first))
        if guess.words.dropLast() == [initials] { return true }
        for word in guess.words.dropLast() {
            guard let place = given.firstIndex(where: { isGivenName(word, $0) }) else {
                return false
            }
            given = given[(place + 1)...]
        }
        return true
    }

    private static let shortestGivenName = 4

    /// Its beginning, or another spelling of it: Eric is Erik.
    private func isGivenName(_ said: String, _ name: String) -> Bool {
        if name.hasPrefix(said) { return true }
        guard said.count == name.count, said.count >= Self.shortestGivenName else { return false }
        return Name.isWordNear(said, name)
    }

    /// So much of a title is enough, where no number is left out: "King Wenceslas".
    private static let fewestLetters = 8
    private static let mostInFifths = 3

    /// Of another name than the two titles it has to be more: the rest may be all that tells it from another tune.
    private func isMost(_ said: Name) -> Bool {
        let count = said.text.letters.count
        guard count >= Self.fewestLetters, said.telling.count > 1 else { return false }
        return mainTitles.contains {
            count * 5 >= $0.text.letters.count * Self.mostInFifths && said.isPart(of: $0)
        }
            || titles.contains {
                count * 4 >= $0.text.letters.count * Self.mostInFourths && said.isPart(of: $0)
            }
    }

    private static let mostInFourths = 3
    /// So many words tell a tune with one of them left out: "Mary had a lamb".
    private static let fewestTellingWords = 4

    private func lacksOne(_ said: Name) -> Bool {
        guard said.text.letters.count >= Self.fewestLetters else { return false }
        return mainTitles.contains { title in
            guard title.telling.count >= Self.fewestTellingWords, title.numbers == said.numbers,
                title.telling.count == said.telling.count + 1
            else { return false }
            let common = zip(title.telling, said.telling).prefix { Name.isWordNear($1, $0) }.count
            return zip(title.telling.dropFirst(common + 1), said.telling.dropFirst(common))
                .allSatisfy { Name.isWordNear($1, $0) }
        }
    }

    /// Fewer may make another title: "Jingle Bell Rock".
    private static let fewestFurtherWords = 3

    /// A song's first line often begins with its title, and may end as that does: "Silent night, holy night".
    private func goesOn(_ said: Name) -> Bool {
        mainTitles.contains { title in
            let count = title.text.words.count
            let further = said.text.words.count - count
            let isRhymed = further > 1 && said.text.words.last == title.text.words.last
            guard title.telling.count > 1, title.text.letters.count >= Self.fewestLetters,
                further >= Self.fewestFurtherWords || isRhymed
            else { return false }
            return Name(said.text.words[..<count])?.isNear(title) ?? false
        }
    }

    /// More words are no name any more.
    private static let longestWithArtist = 16
    private static let joining: Set<String> = ["by", "av", "of", "från", "from", "von", "med"]

    /// The rest, where a title comes with its artist: "Vivaldi's Spring", "Waterloo by ABBA".
    private func withoutArtist(_ words: [String]) -> [Name] {
        guard 2...Self.longestWithArtist ~= words.count, words.contains(where: mayEndArtist) else {
            return []
        }
        return (1..<words.count).flatMap { place -> [Name] in
            let (front, back) = (words[..<place], words[place...])
            var rests: [Name?] = []
            if isArtist(front) || isArtist(withoutPossessive(front)) { rests.append(Name(back)) }
            if isArtist(back) {
                let isJoined = Self.joining.contains(front.last ?? "")
                rests.append(Name(isJoined ? front.dropLast() : front))
            }
            return rests.compactMap(\.self)
        }
    }

    /// Two of its titles: "Franska nationalsången, La Marseillaise".
    private func isTwice(_ said: Name) -> Bool {
        let words = said.text.words
        guard 2...Self.longestWithArtist ~= words.count else { return false }
        return (1..<words.count).contains { place in
            Name(words[..<place]).map(isTitle) ?? false
                && Name(words[place...]).map(isTitle) ?? false
        }
    }

    /// Ends of words that tell what a piece is.
    private static let kinds = [
        "song", "theme", "tune", "melody", "music", "dance", "march", "waltz", "rag", "visa",
        "visan", "sång", "sången", "melodi", "melodin", "musik", "musiken", "marsch", "marschen",
        "vals", "valsen", "låt", "låten", "psalm", "hymn", "ballet",
        "balett",
    ]

    /// The rest, where a title comes with its kind: "The Drunken Sailor song", "snapsvisan Helan går". A short one may be
    /// another piece then: "Spring song".
    private func withoutKind(_ words: [String]) -> [Name] {
        [(words.last, words.dropLast()), (words.first, words.dropFirst())].compactMap {
            kind,
            rest in
            guard let kind, Self.kinds.contains(where: kind.hasSuffix), let rest = Name(rest),
                rest.text.letters.count >= Self.fewestLetters
            else { return nil }
            return rest
        }
    }

    /// Splitting costs much, and most guesses name a title alone.
    private func mayEndArtist(_ word: String) -> Bool {
        guard let said = Name(word: word) else { return false }
        return lastNames.contains { $0.isNear(said) || word == $0.text.text + "s" }
    }

    private func withoutPossessive(_ words: ArraySlice<String>) -> ArraySlice<String> {
        guard let last = words.last, last.hasSuffix("s") else { return [] }
        return words.dropLast() + [String(last.dropLast())]
    }
}

/// A name as it is compared: without an article in front, with numbers as digits alone and one word for songs.
private struct Name {
    let text: NormalisedText
    let numbers: [String]
    /// Words but for those that only join others.
    let telling: [String]

    init?(_ raw: String) {
        self.init(NormalisedText(raw))
    }

    init?(_ words: ArraySlice<String>) {
        self.init(NormalisedText(words: Array(words)))
    }

    init?(word: String) {
        self.init(NormalisedText(words: [word]))
    }

    init?(_ whole: NormalisedText?) {
        guard let whole else { return nil }
        let isArticled = whole.words.first.map(Self.articles.contains) ?? false
        let words = whole.words.dropFirst(isArticled ? 1 : 0).map(Self.common)
        let isSign = zip(words, words.dropFirst()).map {
            Self.signs.contains($0) && $1.first?.isNumber == true
        }
        let counted = zip(words, isSign + [false]).filter { !$1 }.map(\.0)
        text = counted == whole.words ? whole : NormalisedText(words: counted) ?? whole
        numbers = text.words.filter { word in
            word.unicodeScalars.contains { $0.properties.numericType != nil }
        }
        telling = text.words.filter { !Self.idle.contains($0) }
    }

    /// In front of a number.
    private static let signs: Set<String> = ["no", "nr", "nummer", "number"]
    /// Behind one.
    private static let ordinals: Set<String> = ["e", "a", "te", "de", "th", "st", "nd", "rd"]
    private static let songs: Set<String> = ["låt", "låten", "sång", "sången", "visa", "visan"]
    private static let dances: Set<String> = ["dans", "dansen"]

    private static func common(_ word: String) -> String {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, ordinals.contains(String(word.dropFirst(digits.count))) {
            return String(digits)
        }
        return songs.contains(word) ? "song" : dances.contains(word) ? "dance" : word
    }

    /// A name of fewer letters has to be written right.
    private static let shortestSlipped = 5
    /// Further apart nothing is spelled or sounds alike: spelled out, ö is two letters.
    private static let lettersPerEditAtAll = 2
    /// One edit in so many letters.
    private static let lettersPerEdit = 5
    /// Slips gather in one word.
    private static let lettersPerEditInWord = 4

    func isNear(_ name: Name) -> Bool {
        let longest = max(text.letters.count, name.text.letters.count)
        guard
            Resemblance.isWithin(longest / Self.lettersPerEditAtAll, edits: text, name.text)
        else { return false }
        if text.isSpelledLike(name.text) || isSameInDigits(name) { return true }
        guard name.text.letters.count >= Self.shortestSlipped, numbers == name.numbers else {
            return false
        }
        if Self.isWithinEdits(text, name.text, mayHaveAnother: true) { return true }
        guard let heard = Sounds.of(text), let sound = Sounds.of(name.text),
            sound.letters.count >= Self.shortestSlipped
        else { return false }
        return Self.isWithinEdits(heard, sound, mayHaveAnother: false)
    }

    func isPart(of name: Name) -> Bool {
        let (count, words) = (text.words.count, name.text.words)
        guard words.count > count, numbers == name.numbers else { return false }
        return (0...words.count - count).contains { start in
            Name(words[start..<start + count]).map(isNear) ?? false
        }
    }

    /// Three is 3.
    private func isSameInDigits(_ name: Name) -> Bool {
        guard text.words.count > 1, text.words.count == name.text.words.count,
            numbers != name.numbers
        else { return false }
        return !AnswerKeys.keys(ofGuess: text)
            .isDisjoint(with: AnswerKeys.keys(ofAnswer: name.text))
    }

    private static func isWithinEdits(
        _ guess: NormalisedText,
        _ name: NormalisedText,
        mayHaveAnother: Bool
    ) -> Bool {
        let longest = max(guess.letters.count, name.letters.count)
        return Resemblance.isWithin(longest / lettersPerEdit, edits: guess, name)
            && areWordsNear(guess.words, name.words, mayHaveAnother: mayHaveAnother)
    }

    /// One word may be another one: the Fifth is not the Ninth, unless many other words are right. Words as they are heard
    /// have become nearer than they are.
    private static func areWordsNear(
        _ guess: [String],
        _ name: [String],
        mayHaveAnother: Bool
    ) -> Bool {
        guard guess.count == name.count else { return true }
        let others = zip(guess, name).filter { !isWordNear($0, $1) }
        guard let (said, word) = others.first else { return true }
        return mayHaveAnother && others.count == 1 && name.count >= fewestWordsBesideAnother
            && !keys.contains(word)
            && isWordNear(said, word, lettersPerEdit: lettersPerEditAtAll, most: mostEditsOfAnother)
    }

    private static let fewestWordsBesideAnother = 4
    private static let keys: Set<String> = ["major", "minor", "dur", "moll"]
    /// Summer is four letters from spring in Swedish.
    private static let mostEditsOfAnother = 3

    static func isWordNear(_ said: String, _ word: String) -> Bool {
        isWordNear(said, word, lettersPerEdit: lettersPerEditInWord, most: .max)
    }

    private static func isWordNear(
        _ said: String,
        _ word: String,
        lettersPerEdit: Int,
        most: Int
    ) -> Bool {
        guard said != word else { return true }
        guard let said = NormalisedText(words: [said]), let word = NormalisedText(words: [word])
        else { return false }
        let longest = max(said.letters.count, word.letters.count)
        let limit = longest == 1 ? 0 : min(max(1, longest / lettersPerEdit), most)
        return Resemblance.isWithin(limit, edits: said, word)
    }

    /// The same in any order: "overture to Carmen".
    func hasSameWords(as name: Name) -> Bool {
        guard telling.count > 1, telling.count == name.telling.count, numbers == name.numbers else {
            return false
        }
        var words = name.telling
        for word in telling {
            let place =
                words.firstIndex(of: word)
                ?? words.firstIndex {
                    $0.count >= Self.shortestSlipped && Self.isWordNear(word, $0)
                }
            guard let place else { return false }
            words.remove(at: place)
        }
        return true
    }

    private static let articles: Set<String> = ["the", "a", "an", "en", "ett", "den", "det"]
    private static let idle = articles.union([
        "of", "by", "from", "to", "in", "av", "från", "ur", "till", "i", "de", "von", "med",
    ])
}

/// Spellings of one sound as one, for those who write as they hear: "Betoven".
private enum Sounds {
    static func of(_ text: NormalisedText) -> NormalisedText? {
        NormalisedText(
            words: text.folded.split(separator: " ").map { word in
                var heard = String(word)
                for (spelling, sound) in spellings where heard.contains(spelling) {
                    heard = heard.replacing(spelling, with: sound)
                }
                return String(heard.reduce(into: "") { if $0.last != $1 { $0.append($1) } })
            }
        )
    }

    /// Longer ones first.
    private static let spellings = [
        ("tch", "tj"), ("sch", "sj"), ("ch", "k"), ("ck", "k"), ("ph", "f"), ("th", "t"),
        ("sh", "sj"), ("ee", "i"), ("ie", "i"), ("ey", "i"), ("c", "k"), ("w", "v"), ("y", "i"),
        ("z", "s"), ("q", "k"),
    ]
}
