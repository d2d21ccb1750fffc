/// Whether a guess is right.
public struct AnswerMatcher: Sendable {
    public static let standard = AnswerMatcher()

    public func accepts(_ guess: String, for destination: RoundPackage.Destination) -> Bool {
        accepts(guess, forAnyOf: [destination.name] + destination.aliases)
    }

    public func accepts(_ guess: String, forAnyOf answers: [String]) -> Bool {
        let guess = Self.normalised(guess)
        return !guess.isEmpty && answers.contains { Self.normalised($0) == guess }
    }

    private static func normalised(_ text: String) -> String {
        text.lowercased().filter { !$0.isPunctuation }.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}
