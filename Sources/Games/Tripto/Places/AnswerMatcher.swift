import GameState

/// Tells whether what a player wrote names the destination, or answers a follow-up (T-11).
///
/// A guess at a destination climbs down a ladder: as written, then without diacritics and spaces,
/// then with up to two slips of the finger, then all of that again without words such as "city".
/// Every step but the first is barred to a guess that names another known place (G-59…G-61).
public struct AnswerMatcher: Sendable {
    private let gazetteer: Gazetteer

    public init(gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
    }

    /// With the gazetteer that comes with the game.
    public static let standard = AnswerMatcher(gazetteer: .bundled)

    /// True when `guess` names `destination`: its name or an alias, or, where the destination is a
    /// country, that country's name in any language the gazetteer knows (T-11-6, G-62).
    ///
    /// Any guess is safe to ask about: one longer than `NormalisedText.maximumBytes` is refused.
    public func accepts(_ guess: String, for destination: RoundPackage.Destination) -> Bool {
        guard let guess = NormalisedText(guess) else { return false }
        return accepts(guess, for: DestinationNames(of: destination, in: gazetteer))
    }

    /// True when `guess` equals one of a follow-up's answers, folded; nothing is guessed (T-11-7).
    public func accepts(_ guess: String, forAnyOf accepted: [String]) -> Bool {
        guard let guess = NormalisedText(guess) else { return false }
        let given = AnswerKeys.keys(ofGuess: guess)
        return accepted.contains { answer in
            guard let answer = NormalisedText(answer) else { return false }
            return !given.isDisjoint(with: AnswerKeys.keys(ofAnswer: answer))
        }
    }

    func accepts(_ guess: NormalisedText, for destination: DestinationNames) -> Bool {
        for form in StopWords.aroundGuess.forms(of: guess) {
            if destination.hasName(form.text) { return true }
            // Also ends the search: "Mexico City" must not be shortened until it names Mexico.
            if gazetteer.isAnotherPlace(form, than: destination) { return false }
            if destination.names.contains(where: { $0.isSpelledLike(form) }) { return true }
            if isSlip(form, for: destination) { return true }
        }
        return false
    }

    /// True when `guess` is a name of the destination with a slip or two, and no other place is
    /// nearer (G-61).
    private func isSlip(_ guess: NormalisedText, for destination: DestinationNames) -> Bool {
        let nearest = destination.names.compactMap { Resemblance(of: guess, to: $0) }.max()
        guard let nearest else { return false }
        return !gazetteer.resembles(guess, moreThan: nearest, otherThan: destination)
    }
}

/// Everything that counts as naming one destination, normalised, and which of the gazetteer's
/// places are that destination.
struct DestinationNames {
    /// As the package and, for a country, the gazetteer have them; then shortened by stop words, where the
    /// rest is no other place.
    private(set) var names: [NormalisedText]
    /// The gazetteer's places that share a name with the destination, by index.
    let places: Set<Int>
    private let texts: Set<String>
    private let foldedTexts: Set<String>

    init(of destination: RoundPackage.Destination, in gazetteer: Gazetteer) {
        let isCountry = destination.kind == .country
        let given =
            [destination.name] + destination.aliases + (isCountry ? [destination.country] : [])
        let names = given.compactMap { NormalisedText($0) }
        let countryNames = isCountry ? gazetteer.countryNames(sharing: names) : []
        self.init(names: names + countryNames, in: gazetteer)
    }

    /// From names in full.
    init(names: [NormalisedText], in gazetteer: Gazetteer) {
        self.names = names
        places = gazetteer.places(sharing: names)
        texts = Set(names.map(\.text))
        foldedTexts = Set(names.map(\.folded))
        let shortened = names.flatMap { StopWords.withinName.forms(of: $0).dropFirst() }
        self.names += shortened.filter { !gazetteer.isAnotherPlace($0, than: self) }
    }

    /// True when a name is written `text`, diacritics and all.
    func hasName(_ text: String) -> Bool {
        texts.contains(text)
    }

    /// True when a name is written `text` once its diacritics are left out.
    func hasFoldedName(_ text: String) -> Bool {
        foldedTexts.contains(text)
    }
}

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
