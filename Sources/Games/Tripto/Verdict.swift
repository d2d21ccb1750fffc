public import GameState
import Protocol

extension Tripto {
    /// Judgement of an answer, by the gazetteer and the spellings of the build that commits it.
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
        switch input {
        case .command(.own(let command), let viewer):
            let verdict = verdict(on: command, from: viewer)
            return verdict.map { .judged(command, from: viewer, as: $0) } ?? input
        case .judged(let command, let viewer, _):
            let verdict = verdict(on: command, from: viewer)
            return verdict.map { .judged(command, from: viewer, as: $0) }
                ?? .command(command, from: viewer)
        case .command(.kit, _), .command(.settings, _), .join, .presence, .screen, .device,
            .hostDevice, .takeOver, .away, .timer, .brakeLock, .content, .joinLink, .close:
            return input
        }
    }

    /// - Returns: nil for a command that is no answer, or an answer that nobody waits for and the
    ///   rules refuse.
    private func verdict(on command: Command, from viewer: Viewer) -> Verdict? {
        switch command {
        case .brakeAnswer(let text):
            guard case .playing(let round, .pausedForBrake(_, let owner, _, _), _) = phase,
                viewer == .player(owner)
            else { return nil }
            return Verdict(text, for: round.package.destination)
        case .followupAnswer(let index, let text):
            guard case .playing(let round, .question(let question), _) = phase,
                index == question.index
            else { return nil }
            return Verdict(text, to: round.question(index))
        case .forceReveal, .overrideAnswer, .regenerateContent, .setMusicGain, .brakePull,
            .dispute, .vote:
            return nil
        }
    }
}
