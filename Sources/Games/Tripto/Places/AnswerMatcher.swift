import GameState

/// Tells whether what a player wrote names the destination, or answers a follow-up (T-11).
///
/// A guess at a destination climbs down a ladder: as written, then without diacritics and spaces,
/// then with up to two slips of the finger, then all of that again without words such as "city",
/// without a hedge ("maybe Paris?"), without the destination's own country ("Paris, France").
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

    /// True when `guess` equals one of a follow-up's answers, folded, with or without the words that
    /// people put around an answer; or else is one of them with one slip in its words, or inflected.
    /// Numbers are only themselves (T-11-7).
    public func accepts(_ guess: String, forAnyOf accepted: [String]) -> Bool {
        guard let guess = NormalisedText(guess) else { return false }
        let answers = accepted.compactMap { NormalisedText($0) }
        return GuessWords.forms(ofAnswer: guess).contains { form in
            let given = AnswerKeys.keys(ofGuess: form)
            return answers.contains { answer in
                !given.isDisjoint(with: AnswerKeys.keys(ofAnswer: answer))
                    || isNearly(form, answer, amongAnswers: answers)
            }
        }
    }

    /// True when the two differ in one slip or an ending, and the guess is no other known place.
    private func isNearly(
        _ guess: NormalisedText,
        _ answer: NormalisedText,
        amongAnswers answers: [NormalisedText]
    ) -> Bool {
        guard GuessWords.areNumbersAlike(guess, answer) else { return false }
        guard
            GuessWords.isInflection(guess, of: answer)
                || Resemblance.isOneSlip(from: guess, to: answer)
        else { return false }
        return !gazetteer.isAnotherPlace(
            guess,
            than: DestinationNames(names: answers, in: gazetteer)
        )
    }

    func accepts(_ guess: NormalisedText, for destination: DestinationNames) -> Bool {
        for guess in GuessWords.forms(ofPlace: guess, in: destination) {
            for form in StopWords.aroundGuess.forms(of: guess) {
                if destination.hasName(form.text) { return true }
                // Also ends the search: "Mexico City" must not be shortened until it names Mexico.
                if gazetteer.isAnotherPlace(form, than: destination) { return false }
                if destination.names.contains(where: { $0.isSpelledLike(form) }) { return true }
                if isSlip(form, for: destination) { return true }
            }
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
    /// Names of where the destination lies, its country and its part of the world, by their words.
    let surroundings: [NormalisedText]
    private let texts: Set<String>
    private let foldedTexts: Set<String>

    init(of destination: RoundPackage.Destination, in gazetteer: Gazetteer) {
        let isCountry = destination.kind == .country
        let given =
            [destination.name] + destination.aliases + (isCountry ? [destination.country] : [])
        let names = given.compactMap { NormalisedText($0) }
        let countryNames = isCountry ? gazetteer.countryNames(sharing: names) : []
        let around = [destination.country, destination.region].compactMap { NormalisedText($0) }
        self.init(
            names: names + countryNames,
            surroundings: around + gazetteer.allNames(sharing: around),
            in: gazetteer
        )
    }

    /// From names in full.
    init(
        names: [NormalisedText],
        surroundings: [NormalisedText] = [],
        in gazetteer: Gazetteer
    ) {
        self.names = names
        self.surroundings = surroundings
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
