import Protocol

/// The driver's own bookkeeping: what every player answered, and what the rules make of it. Knows
/// nothing of what the gateway reckons, so that the two can be compared.
struct Ledger {
    static let followupPoints = 2

    /// The verdict that an answer must get.
    enum Verdict: Hashable {
        case right, wrong
        /// A misspelling: the gateway may be strict or generous, but points must follow its verdict.
        case either

        func allows(_ isCorrect: Bool) -> Bool {
            switch self {
            case .right: isCorrect
            case .wrong: !isCorrect
            case .either: true
            }
        }
    }

    struct Answer: Equatable {
        let text: String
        let verdict: Verdict
    }

    struct Player: Equatable {
        let id: String
        let name: String
        var joinedAtMs: Int64
        var points = 0
    }

    struct Locked {
        let levelPoints: Int
        let answer: Answer
    }

    var players: [Player] = []
    var locked: [String: Locked] = [:]
    var followups: [Int: [String: Answer]] = [:]

    mutating func seat(_ id: String, name: String, joinedAtMs: Int64) {
        guard let index = players.firstIndex(where: { $0.id == id }) else {
            players.append(Player(id: id, name: name, joinedAtMs: joinedAtMs))
            return
        }
        players[index].joinedAtMs = joinedAtMs
    }

    mutating func beginRound() {
        locked = [:]
        followups = [:]
    }

    /// The brake's owner has answered; an empty text when it did not.
    mutating func lock(_ id: String, levelPoints: Int, _ answer: Answer) {
        locked[id] = Locked(levelPoints: levelPoints, answer: answer)
    }

    /// A follow-up answer was acknowledged; the last one counts.
    mutating func answer(_ id: String, followup index: Int, _ answer: Answer) {
        followups[index, default: [:]][id] = answer
    }
}
