import GatewayClient
import Protocol

/// Everything that the clients of one session said and were told, whichever gateway told them: the books that
/// gateways and stores are held against.
package struct Record {
    /// The fate of an answer.
    package enum Fate: Equatable, Sendable {
        case open, acknowledged, refused
    }

    package struct Answer: Sendable {
        package let player: String
        let round: String
        /// By the question that they answer.
        let words: [Int: Ledger.Answer]
        /// Of the command that says it.
        let type: String
        let payload: JSONObject
        let messageID: String
        var fate = Fate.open

        var text: String {
            let texts = words.sorted { $0.key < $1.key }.map { "\"\($0.value.text)\"" }
            return texts.joined(separator: " and ")
        }
    }

    /// One round, as the documents showed it.
    struct Round: Sendable {
        let id: String
        /// From 1, within its game.
        let index: Int
        /// The version of the first document that showed it.
        var firstVersion: Int64
        var facts: [String: JSONValue] = [:]
        /// By question.
        var results: [Int: Learned] = [:]
    }

    /// Results, with the version of the first document that had them, and the players in it: they were judged.
    struct Learned: Sendable {
        var results: Results
        var version: Int64
        var present: Set<String>
    }

    /// A message or document with points or standings, as the host was told.
    struct Told {
        enum What {
            case results(Results, round: String)
            case standings(JSONValue?)
            case final(JSONValue)

            fileprivate var place: Int { if case .results = self { 0 } else { 1 } }
        }

        let what: What
        let version: Int64
        /// Players that the host saw then.
        let present: Set<String>
    }

    /// Versions whose documents are compared with each other.
    static let maxVersions = 256
    static let maxTimers = 1_024

    let game: any PlayedGame.Type
    private var answers: [Answer] = []
    private var answerIndex: [String: Int] = [:]
    private(set) var roundsByID: [String: Round] = [:]
    /// FINAL_RESULTS, each with the version of the first document that showed it.
    private(set) var finals: [(firstVersion: Int64, results: JSONValue)] = []
    private var told: [Told] = []
    private(set) var joinedAtMs: [String: Int64] = [:]
    private(set) var names: [String: String] = [:]
    private var common: [Int64: JSONValue] = [:]
    private var timerEnds: [String: (endMs: Int64, version: Int64)] = [:]
    /// The newest version in which a timer was seen paused: going on moves its end.
    private var timerPauses: [String: Int64] = [:]
    /// The newest document that anybody has.
    package private(set) var newestVersion: Int64 = -1

    init(_ game: any PlayedGame.Type) { self.game = game }

    /// In the order they were played.
    var rounds: [Round] { roundsByID.values.sorted { $0.firstVersion < $1.firstVersion } }

    var openAnswers: [Answer] { answers.filter { $0.fate == .open } }
    package var acknowledgedAnswers: [Answer] { answers.filter { $0.fate == .acknowledged } }

    mutating func says(_ answer: Answer) {
        answerIndex[answer.messageID] = answers.count
        answers.append(answer)
    }

    func answer(_ messageID: String) -> Answer? { answerIndex[messageID].map { answers[$0] } }

    mutating func settle(_ messageID: String, _ fate: Fate) {
        guard let index = answerIndex[messageID] else { return }
        answers[index].fate = fate
    }

    mutating func heard(_ what: Told.What, at version: Int64, in document: JSONValue) {
        told.append(Told(what: what, version: version, present: document.playerIDs))
    }

    /// Of one version, results come first: standings follow from them.
    var toldInOrder: [Told] {
        told.sorted { ($0.version, $0.what.place) < ($1.version, $1.what.place) }
    }

    /// True where the player has said something like this in the round that was not refused.
    func hasSaid(_ player: String, _ round: String, _ isSo: (Answer) -> Bool) -> Bool {
        answers.contains { answer in
            answer.player == player && answer.round == round && answer.fate != .refused
                && isSo(answer)
        }
    }
}

// MARK: Documents

extension Record {
    /// Parts that every role's document of any game has, and that are the same in all of one version.
    private static let commonParts = [
        "state", "paused", "players", "scoreboard", "timers", "final",
    ]

    /// Somebody's document has changed.
    ///
    /// - Returns: what contradicts what somebody was told before.
    mutating func saw(_ document: JSONValue, version: Int64) -> [String] {
        newestVersion = max(newestVersion, version)
        learnPlayers(document)
        return compareVersion(document, version) + compareTimers(document, version)
            + learnRound(document, version) + learnFinal(document, version)
    }

    private mutating func learnPlayers(_ document: JSONValue) {
        for player in document.players {
            guard let id = player.playerID else { continue }
            joinedAtMs[id] = player["joinedAtMs"]?.int
            names[id] = player["name"]?.string
        }
    }

    private mutating func compareVersion(_ document: JSONValue, _ version: Int64) -> [String] {
        let parts = Self.commonParts + game.parts.map { "\($0)" }
        let mine: JSONValue = .object(
            JSONObject(parts.map { (key: $0, value: document[$0] ?? .null) })
        )
        guard let theirs = common[version] else {
            common[version] = mine
            common[version - Int64(Self.maxVersions)] = nil
            return []
        }
        guard theirs != mine else { return [] }
        let difference = Replica.difference(theirs, mine, at: "") ?? "in the order of members"
        return ["two documents of version \(version): \(difference)"]
    }

    private mutating func compareTimers(_ document: JSONValue, _ version: Int64) -> [String] {
        var faults: [String] = []
        for timer in TimerLaw.Timer.all(in: document) {
            guard !timer.isPaused else {
                timerPauses[timer.id] = max(version, timerPauses[timer.id] ?? version)
                continue
            }
            if timerEnds.count >= Self.maxTimers { (timerEnds, timerPauses) = ([:], [:]) }
            let pause = timerPauses[timer.id] ?? -1
            // A document of before the pause says nothing of the time after it.
            guard version > pause else { continue }
            let before = timerEnds.updateValue((timer.endMs, version), forKey: timer.id)
            guard let before, before.version > pause, before.endMs != timer.endMs else { continue }
            let (was, now) = (before.endMs, timer.endMs)
            faults.append("\(timer.phase)'s timer ended at \(was), now at \(now)")
        }
        return faults
    }

    private mutating func learnRound(_ document: JSONValue, _ version: Int64) -> [String] {
        guard let id = document["round"]?["roundId"]?.string,
            let index = document["round"]?["index"]?.int
        else { return [] }
        var round = roundsByID[id] ?? Round(id: id, index: Int(index), firstVersion: version)
        var faults: [String] = []
        round.firstVersion = min(round.firstVersion, version)
        for (fact, now) in game.facts(in: document) {
            let before = round.facts.updateValue(now, forKey: fact)
            if let before, before != now {
                faults.append("\(fact) was \(name(before)), now \(name(now))")
            }
        }
        for results in game.results(in: document) {
            let present = document.playerIDs
            let new = Learned(results: results, version: version, present: present)
            var learned = round.results[results.question] ?? new
            if version < learned.version { (learned.version, learned.present) = (version, present) }
            if contradict(learned, results) {
                faults.append(
                    "results of question \(results.question) in round \(index) were "
                        + "\(learned.results.entries), now \(results.entries)"
                )
            }
            learned.results = results
            round.results[results.question] = learned
        }
        roundsByID[id] = round
        return faults
    }

    /// A guest who comes later stands in results that name all, with nothing.
    private func contradict(_ learned: Learned, _ now: Results) -> Bool {
        let before = learned.results
        guard now.namesAll else { return before != now }
        return Set((before.entries + now.entries).map(\.player)).contains { player in
            let (one, other) = (before[player], now[player])
            guard let guest = one ?? other, one == nil || other == nil else { return one != other }
            return learned.present.contains(player) || guest.points != 0
        }
    }

    private mutating func learnFinal(_ document: JSONValue, _ version: Int64) -> [String] {
        guard let results = document["final"], !results.isNull else { return [] }
        if let index = finals.firstIndex(where: { $0.results == results }) {
            finals[index].firstVersion = min(finals[index].firstVersion, version)
        } else {
            finals.append((version, results))
        }
        return []
    }

    func name(_ id: String) -> String { names[id] ?? id }
    private func name(_ fact: JSONValue) -> String { fact.string.map(name) ?? "\(fact)" }
}
