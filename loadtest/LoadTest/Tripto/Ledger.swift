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

    struct Player {
        let id: String
        let name: String
        let joinedAtMs: Int64
        var points = 0
    }

    private struct Locked {
        let levelPoints: Int
        let answer: Answer
    }

    private var players: [Player] = []
    private var locked: [String: Locked] = [:]
    private var followups: [Int: [String: Answer]] = [:]

    mutating func seat(_ id: String, name: String, joinedAtMs: Int64) {
        players.append(Player(id: id, name: name, joinedAtMs: joinedAtMs))
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

    // MARK: Comparing

    /// Reckons the points of a destination and compares them with DESTINATION_RESULTS.
    ///
    /// - Parameter present: who was seated when they were told.
    /// - Returns: what does not fit.
    mutating func compare(
        destinationResults payload: JSONValue,
        present: Set<String>
    ) -> [String] {
        var (results, faults) = Self.byPlayer(payload)
        for index in players.indices where present.contains(players[index].id) {
            let (id, name) = (players[index].id, players[index].name)
            guard let result = results.removeValue(forKey: id) else {
                faults.append("\(name) is missing from DESTINATION_RESULTS")
                continue
            }
            let locked = locked[id]
            let level = { (points: Int?) in points.map(String.init) ?? "no level" }
            let toldLevel = result["lockedAtLevelPoints"]?.int.map(Int.init)
            if toldLevel != locked?.levelPoints {
                let (mine, told) = (level(locked?.levelPoints), level(toldLevel))
                faults.append("\(name) locked at \(mine), by the results at \(told)")
            }
            if let locked, let told = result["answerText"]?.string, told != locked.answer.text {
                faults.append("\(name) answered \"\(locked.answer.text)\", told \"\(told)\"")
            }
            faults += judge(index, locked?.answer, worth: locked?.levelPoints ?? 0, result)
        }
        return faults
    }

    mutating func compare(followupResults payload: JSONValue) -> [String] {
        let number = Int(payload["index"]?.int ?? 0)
        var (results, faults) = Self.byPlayer(payload)
        for index in players.indices {
            let answer = followups[number]?[players[index].id]
            if let result = results.removeValue(forKey: players[index].id) {
                faults += judge(index, answer, worth: Self.followupPoints, result)
            } else if answer != nil {
                let name = players[index].name
                faults.append("\(name) answered question \(number) but has no result")
            }
        }
        return faults
    }

    /// Gives a player the points that follow from the verdict that was told.
    private mutating func judge(
        _ index: Int,
        _ answer: Answer?,
        worth points: Int,
        _ result: JSONValue
    ) -> [String] {
        var faults: [String] = []
        let name = players[index].name
        let isCorrect = result["isCorrect"]?.bool ?? false
        if !(answer?.verdict ?? .wrong).allows(isCorrect) {
            faults.append("\(name)'s \"\(answer?.text ?? "")\" was judged \(isCorrect)")
        }
        let earned = isCorrect ? points : 0
        players[index].points += earned
        let given = result["pointsAwarded"]?.int ?? -1
        if given != earned { faults.append("\(name) earned \(earned), was given \(given)") }
        return faults
    }

    /// Points descending, then who joined first.
    var standings: [Player] {
        players.enumerated().sorted { one, other in
            if one.element.points != other.element.points {
                return one.element.points > other.element.points
            }
            if one.element.joinedAtMs != other.element.joinedAtMs {
                return one.element.joinedAtMs < other.element.joinedAtMs
            }
            return one.offset < other.offset
        }.map(\.element)
    }

    /// Compares `standings` of SCOREBOARD_UPDATE, or `scoreboard`, with our own.
    func compare(standings told: JSONValue?, present: Set<String>) -> [String] {
        let standings = standings.filter { present.contains($0.id) }
        let mine = standings.map { "\($0.name) \($0.points)" }
        let theirs = (told?.array ?? []).map {
            "\($0["name"]?.string ?? "?") \($0["points"]?.int ?? -1)"
        }
        var faults = mine == theirs ? [] : ["standings are \(mine), told \(theirs)"]
        for (index, entry) in (told?.array ?? []).enumerated() {
            guard let rank = entry["rank"]?.int, standings.indices.contains(index) else { continue }
            let better = players.count { $0.points > standings[index].points }
            if rank != Int64(better + 1) {
                faults.append("\(standings[index].name) has rank \(better + 1), told \(rank)")
            }
        }
        return faults
    }

    /// Compares FINAL_RESULTS_PRESENT with our own standings.
    func compare(finalResults payload: JSONValue, present: Set<String>) -> [String] {
        var faults = compare(standings: payload["standingsFull"], present: present)
        let standings = standings.filter { present.contains($0.id) }
        let best = standings.first?.points ?? 0
        let winners = best > 0 ? standings.filter { $0.points == best }.map(\.id) : []
        let isTie = winners.count > 1
        if payload["isTie"]?.bool != isTie { faults.append("isTie should be \(isTie)") }
        let winner = isTie ? nil : winners.first
        if payload["winnerPlayerId"]?.string != winner {
            faults.append(
                "the winner is \(winner ?? "nobody"), "
                    + "told \(payload["winnerPlayerId"]?.string ?? "nobody")"
            )
        }
        let tied = payload["tieWinners"]?.array?.compactMap(\.string) ?? []
        if tied != (isTie ? winners : []) { faults.append("tieWinners are \(tied)") }
        return faults
    }

    private static func byPlayer(_ payload: JSONValue)
        -> (results: [String: JSONValue], faults: [String])
    {
        var results: [String: JSONValue] = [:]
        var faults: [String] = []
        for entry in payload["results"]?.array ?? [] {
            let id = entry["playerId"]?.string ?? "?"
            if results.updateValue(entry, forKey: id) != nil {
                faults.append("\(id) stands twice in the results")
            }
        }
        return (results, faults)
    }
}
