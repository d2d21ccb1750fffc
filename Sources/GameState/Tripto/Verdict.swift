import Protocol

extension Tripto {
    /// Whether an answer is right: by the gazetteer and the spellings of the build that commits it.
    public struct Verdict: Codable, Equatable, Sendable {
        let isCorrect: Bool

        /// Of an answer that nobody gave: a time-out or a forfeit locks one too.
        static let wrong = Verdict(isCorrect: false)

        init(isCorrect: Bool) {
            self.isCorrect = isCorrect
        }

        /// Of a guess at a destination.
        init(_ guess: String, for destination: RoundPackage.Destination) {
            isCorrect = AnswerMatcher.standard.accepts(guess, for: destination)
        }

        /// Of an answer to a question about it.
        init(_ answer: String, to question: RoundPackage.Followup) {
            isCorrect = AnswerMatcher.standard.accepts(
                answer,
                forAnyOf: [question.a] + question.accepted
            )
        }
    }

    public func judged(_ input: Input<Tripto>) -> Input<Tripto> {
        guard let (command, viewer) = input.commanded else { return input }
        guard let verdict = verdict(on: command, from: viewer) else {
            return .command(command, from: viewer)
        }
        return .judged(command, from: viewer, as: verdict)
    }

    /// - Returns: nil of what is no answer, or one that nobody waits for and the rules refuse.
    private func verdict(on command: Command, from viewer: Viewer) -> Verdict? {
        guard case .playing(let round, let stage, _) = phase else { return nil }
        if case .pausedForBrake(_, let owner) = stage, case .brakeAnswer(let text) = command,
            viewer == .player(owner)
        {
            return Verdict(text, for: round.package.destination)
        }
        if case .question(let question) = stage,
            case .followupAnswer(let index, let text) = command,
            index == question.index
        {
            return Verdict(text, to: round.question(index))
        }
        return nil
    }
}

extension Input {
    /// A viewer's command, with a verdict or without.
    fileprivate var commanded: (G.Command, Viewer)? {
        switch self {
        case .command(let command, let viewer), .judged(let command, let viewer, _):
            (command, viewer)
        case .join, .presence, .device, .away, .timer, .brakeLock, .content, .joinLink, .close:
            nil
        }
    }
}
