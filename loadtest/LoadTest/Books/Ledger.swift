import Protocol

/// The results of one question, as somebody was told them.
struct Results: Equatable, Sendable {
    /// The worth of a right answer, as an entry tells it.
    enum Worth: Equatable, Sendable {
        case untold
        /// Nil: there was no answer.
        case told(Int?)
    }

    struct Entry: Equatable, Sendable {
        let player: String
        /// The answer; nil where it is not told.
        let text: String?
        let isCorrect: Bool
        let points: Int
        var worth = Worth.untold
    }

    let question: Int
    let entries: [Entry]
    /// Everybody stands in them, with nothing if need be.
    var namesAll = false

    subscript(player: String) -> Entry? { entries.first { $0.player == player } }
}

/// The driver's own bookkeeping: what every player answered, and what the rules make of it. Knows
/// nothing of what the gateway reckons, so that the two can be compared.
struct Ledger {
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

    struct Answer: Equatable, Sendable {
        let text: String
        let verdict: Verdict
        /// Points for it, if it is right.
        let worth: Int
    }

    struct Player {
        let id: String
        let name: String
        let joinedAtMs: Int64
        var points = 0
    }

    private var players: [Player] = []
    /// By question, then by player.
    private var answers: [Int: [String: Answer]] = [:]

    mutating func seat(_ id: String, name: String, joinedAtMs: Int64) {
        players.append(Player(id: id, name: name, joinedAtMs: joinedAtMs))
    }

    mutating func beginRound() { answers = [:] }

    /// An answer stands; the last one of a player counts.
    mutating func answer(_ id: String, _ question: Int, _ answer: Answer) {
        answers[question, default: [:]][id] = answer
    }

    // MARK: Comparing

    /// Reckons the points of a question and compares them with what was told.
    ///
    /// - Parameter present: who was seated when they were told.
    /// - Returns: what does not fit.
    mutating func compare(_ told: Results, present: Set<String>) -> [String] {
        var faults: [String] = []
        var left: [String: Results.Entry] = [:]
        for entry in told.entries where left.updateValue(entry, forKey: entry.player) != nil {
            faults.append("\(entry.player) stands twice in the results")
        }
        for index in players.indices {
            let (id, name) = (players[index].id, players[index].name)
            guard !told.namesAll || present.contains(id) else { continue }
            let answer = answers[told.question]?[id]
            if let entry = left.removeValue(forKey: id) {
                faults += judge(index, answer, entry)
            } else if told.namesAll || answer != nil {
                faults.append("\(name) is missing from the results of question \(told.question)")
            }
        }
        return faults
    }

    /// Gives a player the points that follow from the verdict that was told.
    private mutating func judge(
        _ index: Int,
        _ answer: Answer?,
        _ told: Results.Entry
    ) -> [String] {
        var faults: [String] = []
        let name = players[index].name
        if case .told(let worth) = told.worth, worth != answer?.worth {
            let level = { (points: Int?) in points.map(String.init) ?? "no level" }
            faults.append("\(name) answered at \(level(answer?.worth)), told at \(level(worth))")
        }
        if let answer, let text = told.text, text != answer.text {
            faults.append("\(name) answered \"\(answer.text)\", told \"\(text)\"")
        }
        if !(answer?.verdict ?? .wrong).allows(told.isCorrect) {
            faults.append("\(name)'s \"\(answer?.text ?? "")\" was judged \(told.isCorrect)")
        }
        let earned = told.isCorrect ? answer?.worth ?? 0 : 0
        players[index].points += earned
        if told.points != earned {
            faults.append("\(name) earned \(earned), was given \(told.points)")
        }
        return faults
    }

    /// Points descending, then who joined first.
    var standings: [Player] {
        players.sorted { ($1.points, $0.joinedAtMs) < ($0.points, $1.joinedAtMs) }
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
        let told = payload["winnerPlayerId"]?.string
        if told != winner {
            faults.append("the winner is \(winner ?? "nobody"), told \(told ?? "nobody")")
        }
        let tied = payload["tieWinners"]?.array?.compactMap(\.string) ?? []
        if tied != (isTie ? winners : []) { faults.append("tieWinners are \(tied)") }
        return faults
    }
}
