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
