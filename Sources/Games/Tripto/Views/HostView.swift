import GameState
public import Protocol

extension Tripto {
    /// The host's document: the only one with room for the secret; none of it is there where the host plays along.
    public struct HostView: DocumentObject {
        let common: Boxed<CommonView>
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
            private let freshLeft: Int?

            fileprivate init(_ boxed: Boxed<RoundPackage>, questionCount: Int, freshLeft: Int?) {
                self.boxed = boxed
                self.questionCount = questionCount
                self.freshLeft = freshLeft
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
                fields.member("freshLeft", freshLeft, was: old?.freshLeft)
            }

            private var followups: [SecretFollowup] {
                package.followups.prefix(max(0, questionCount)).map(SecretFollowup.init)
            }
        }
    }
}

extension Tripto.HostView {
    init(_ game: borrowing Tripto, _ common: Boxed<CommonView>) {
        self.common = common
        session = HostSessionPart(common.value.session, game.lobby)
        uiHints = game.hints
        guard !game.settings.hostMayPlay else {
            (secret, review) = (nil, nil)
            return
        }
        secret = game.phase.package.map {
            Secret(
                $0,
                questionCount: game.settings.followupsPerDestination,
                freshLeft: game.freshLeft
            )
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
