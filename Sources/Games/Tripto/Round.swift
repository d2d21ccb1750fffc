import GameState
package import Protocol

/// One destination that is being played: what it is, and what has been answered.
package struct Round: Codable, Equatable, Sendable {
    package let id: RoundID
    /// From 1, within this game.
    let index: Int
    let boxed: Boxed<RoundPackage>
    let voice: RoundVoice?
    /// The one answer each player has for the destination (T-4-3), in the order they were locked.
    var answers = PlayerTable<LockedAnswer>()
    /// The answers of the follow-ups that are over; index 1 first.
    var followups: [PlayerTable<FollowupAnswer>] = []

    init(id: RoundID, index: Int, content: RoundContent) {
        self.id = id
        self.index = index
        boxed = Boxed(content.package)
        voice = content.voice
    }

    /// An answer for the destination. An empty text is what a time-out or a forfeit locks.
    struct LockedAnswer: Codable, Equatable, Sendable {
        let level: ClueLevel
        let text: String
        /// Known to the host at once, to everybody at the reveal (G-22).
        var isCorrect: Bool

        var points: Int { isCorrect ? level.points : 0 }
    }

    struct FollowupAnswer: Codable, Equatable, Sendable {
        static let worth = 2

        let text: String
        var isCorrect: Bool

        var points: Int { isCorrect ? Self.worth : 0 }
    }

    package var package: RoundPackage { boxed.value }

    func clue(at level: ClueLevel) -> RoundPackage.Clue {
        package.clues[level.index - 1]
    }

    /// - Parameter index: from 1.
    func question(_ index: Int) -> RoundPackage.Followup {
        package.followups[index - 1]
    }
}

extension Round: CustomStringConvertible {
    package var description: String { "round \(index)" }
}

extension RoundPackage {
    /// A game asks for five clues by their place; a package without them can't be played.
    var isPlayable: Bool {
        clues.map(\.points) == ClueLevel.allCases.map(\.points)
    }
}

/// The words of a round's states, beside those of all games (T-7).
extension RoundState {
    static let intro = RoundState(rawValue: "intro")
    static let clues = RoundState(rawValue: "clues")
    static let reveal = RoundState(rawValue: "reveal")
    static let followups = RoundState(rawValue: "followups")
}
