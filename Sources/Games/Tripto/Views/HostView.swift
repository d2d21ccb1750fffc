import GameState
public import Protocol

extension Tripto {
    /// The host's document: the only one with room for the secret.
    public struct HostView: DocumentObject {
        let common: CommonView
        let session: HostSessionPart<Tripto.Settings>
        let uiHints: HostHints
        let secret: Secret?
        let review: [ReviewedAnswer]?

        public func members(of fields: inout DocumentWriter, since old: HostView?) {
            common.members(of: &fields, since: old?.common)
            fields.member("session", session, was: old?.session)
            fields.member("uiHints", uiHints, was: old?.uiHints)
            fields.member("secret", secret, was: old?.secret)
            fields.member("review", review, was: old?.review)
        }

        /// The destination, its clues and its questions. Nobody but this file can make one, and nothing but
        /// a `HostView` has a place for it.
        struct Secret: DocumentObject, CustomStringConvertible {
            private let boxed: Boxed<RoundPackage>
            private let questionCount: Int

            fileprivate init(_ boxed: Boxed<RoundPackage>, questionCount: Int) {
                self.boxed = boxed
                self.questionCount = questionCount
            }

            var description: String { "a secret" }

            private var package: RoundPackage { boxed.value }

            func members(of fields: inout DocumentWriter, since old: Secret?) {
                fields.member(
                    "destination",
                    SecretDestination(package.destination),
                    was: old.map { SecretDestination($0.package.destination) }
                )
                fields.member(
                    "clues",
                    package.clues.map(SecretClue.init),
                    was: old?.package.clues.map(SecretClue.init)
                )
                fields.member("followups", followups, was: old?.followups)
            }

            private var followups: [SecretFollowup] {
                package.followups.prefix(max(0, questionCount)).map(SecretFollowup.init)
            }
        }
    }
}

extension Tripto.HostView {
    init(_ game: Tripto, _ common: CommonView) {
        self.common = common
        session = HostSessionPart(common.session, game.lobby)
        uiHints = game.hints
        secret = game.package.map {
            Secret($0, questionCount: game.settings.followupsPerDestination)
        }
        review = game.review
    }
}

extension Tripto {
    fileprivate var hints: HostHints {
        switch phase {
        case .lobby, .preparing, .roundEnd: HostHints(self, canSkip: false)
        case .playing(_, .clue, _), .playing(_, .pausedForBrake, _):
            HostHints(self, canSkip: true, canReveal: true)
        case .playing, .finalResults: HostHints(self, canSkip: true)
        }
    }
}

extension Tripto {
    /// Package that is, or is about to be, played.
    fileprivate var package: Boxed<RoundPackage>? {
        switch phase {
        case .lobby(.ready(let package)): Boxed(package)
        case .lobby(.awaited), .lobby(.failed): nil
        case .preparing(let preparation): preparation.chosen.map { Boxed($0) }
        case .playing(let round, _, _): round.boxed
        case .finalResults, .roundEnd: nil
        }
    }

    fileprivate var review: [ReviewedAnswer]? {
        guard case .playing(let round, let stage, _) = phase else { return nil }
        var review = round.answers.entries.map { ReviewedAnswer($0.player, $0.value) }
        for (place, answers) in round.followups.enumerated() {
            review += answers.entries.map { ReviewedAnswer($0.player, place + 1, $0.value) }
        }
        if case .question(let question) = stage {
            review += question.answers.entries.map {
                ReviewedAnswer($0.player, question.index, $0.value)
            }
        }
        return review
    }
}
