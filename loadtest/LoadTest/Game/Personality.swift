/// A way of playing.
struct Personality: Equatable {
    enum BrakeAnswer: Equatable {
        /// The name as it is, or another accepted one, or the name shouted with spaces around it.
        case name, alias, shouted
        case misspelled
        case wrong
        /// Lets the time run out.
        case silence
    }

    enum FollowupHabit: Equatable {
        case right, wrong
        /// Wrong at first, then right; and the other way round.
        case seesTheLight, losesFaith
        /// Says nothing to the first question.
        case drowsy
    }

    enum Presence: Equatable {
        case steady
        /// Joins when the first destination is revealed.
        case late
        /// Loses its connection in the middle of the game and comes back.
        case shaky
    }

    let title: String
    /// Level index, from 1, of the first clue at which it pulls; nil: never.
    let brakesAt: Int?
    /// The share of a clue's time that it thinks before it pulls.
    let thinks: ClosedRange<Double>
    let answer: BrakeAnswer
    let followups: FollowupHabit
    var presence = Presence.steady
    /// Pulls again and again, without regard to the limit.
    var isImpatient = false

    static let all: [Personality] = [
        Personality(
            title: "hasty",
            brakesAt: 1,
            thinks: 0.05...0.3,
            answer: .wrong,
            followups: .right,
            isImpatient: true
        ),
        Personality(
            title: "learned",
            brakesAt: 2,
            thinks: 0.2...0.5,
            answer: .name,
            followups: .right
        ),
        Personality(
            title: "clumsy with letters",
            brakesAt: 3,
            thinks: 0.1...0.4,
            answer: .misspelled,
            followups: .seesTheLight
        ),
        Personality(
            title: "dreaming",
            brakesAt: nil,
            thinks: 0...0,
            answer: .silence,
            followups: .wrong
        ),
        Personality(
            title: "loud",
            brakesAt: 3,
            thinks: 0.1...0.4,
            answer: .shouted,
            followups: .losesFaith
        ),
        Personality(
            title: "on a train",
            brakesAt: 4,
            thinks: 0.1...0.4,
            answer: .alias,
            followups: .right,
            presence: .shaky
        ),
        Personality(
            title: "late",
            brakesAt: 2,
            thinks: 0.1...0.3,
            answer: .name,
            followups: .right,
            presence: .late
        ),
        Personality(
            title: "sleepy",
            brakesAt: 5,
            thinks: 0.1...0.4,
            answer: .silence,
            followups: .drowsy
        ),
    ]

    private static let names = [
        "Astrid", "Björn", "Cecilia", "David", "Elsa", "Folke", "Greta", "Hugo", "Ingrid", "Johan",
        "Karin", "Lars", "Maja", "Nils", "Olivia", "Per", "Sigrid", "Tage", "Ulla", "Vera",
    ]

    static func name(_ index: Int) -> String {
        let name = names[index % names.count]
        return index < names.count ? name : "\(name) \(index / names.count + 1)"
    }
}
