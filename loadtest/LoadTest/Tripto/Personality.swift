/// A way of playing.
struct Personality {
    enum BrakeAnswer {
        /// The name as it is, or another accepted one, or the name shouted with spaces around it.
        case name, alias, shouted
        case misspelled
        case wrong
        /// Lets the time run out.
        case silence
    }

    enum FollowupHabit {
        case right, wrong
        /// Wrong at first, then right; and the other way round.
        case seesTheLight, losesFaith
        /// Says nothing to the first question.
        case drowsy
    }

    enum Presence {
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
    let presence: Presence
    /// Pulls again and again, without regard to the limit.
    let isImpatient: Bool

    private init(
        _ title: String,
        brakesAt: Int?,
        _ thinks: ClosedRange<Double>,
        _ answer: BrakeAnswer,
        _ followups: FollowupHabit,
        _ presence: Presence = .steady,
        isImpatient: Bool = false
    ) {
        self.title = title
        self.brakesAt = brakesAt
        self.thinks = thinks
        self.answer = answer
        self.followups = followups
        self.presence = presence
        self.isImpatient = isImpatient
    }

    static let all = [
        Personality("hasty", brakesAt: 1, 0.05...0.3, .wrong, .right, isImpatient: true),
        Personality("learned", brakesAt: 2, 0.2...0.5, .name, .right),
        Personality("clumsy with letters", brakesAt: 3, 0.1...0.4, .misspelled, .seesTheLight),
        Personality("dreaming", brakesAt: nil, 0...0, .silence, .wrong),
        Personality("loud", brakesAt: 3, 0.1...0.4, .shouted, .losesFaith),
        Personality("on a train", brakesAt: 4, 0.1...0.4, .alias, .right, .shaky),
        Personality("late", brakesAt: 2, 0.1...0.3, .name, .right, .late),
        Personality("sleepy", brakesAt: 5, 0.1...0.4, .silence, .drowsy),
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
