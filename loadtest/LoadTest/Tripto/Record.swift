import GatewayClient
package import Protocol

/// Everything that the clients of one session said and were told, whichever gateway told them: the books that
/// gateways and stores are held against.
package struct Record {
    package enum Question: Hashable, Sendable {
        case destination(levelPoints: Int)
        case followup(Int)
    }

    /// The fate of an answer.
    package enum Fate: Equatable, Sendable {
        case open, acknowledged
        /// The code of the ERROR.
        case refused(String)
    }

    package struct Answer: Sendable {
        package let player: String
        package let round: String
        package let question: Question
        package let text: String
        let verdict: Ledger.Verdict
        package let messageID: String
        package var fate = Fate.open
    }

    /// One destination, as the documents showed it.
    package struct Round: Sendable {
        package let id: String
        /// From 1, within its game.
        let index: Int
        /// The version of the first document that showed it.
        var firstVersion: Int64
        /// By level points.
        var owners: [Int: String] = [:]
        package var results: JSONValue?
        /// Version of the first document with results, and the players in it: they were judged.
        var resultsVersion = Int64.max
        var judged: Set<String> = []
        package var followups: [Int: JSONValue] = [:]
    }

    /// An event with points or standings, as the host heard it.
    struct Told {
        let type: MessageType
        let payload: JSONValue
        /// Players that the host saw then.
        let present: Set<String>
    }

    /// FINAL_RESULTS, with the version of the first document that showed it.
    struct Final {
        var firstVersion: Int64
        let results: JSONValue
    }

    /// Versions whose documents are compared with each other.
    static let maxVersions = 256
    static let maxTimers = 1_024

    package private(set) var answers: [Answer] = []
    private var answerIndex: [String: Int] = [:]
    private(set) var roundsByID: [String: Round] = [:]
    private(set) var finals: [Final] = []
    private(set) var told: [Told] = []
    private(set) var joinedAtMs: [String: Int64] = [:]
    private(set) var names: [String: String] = [:]
    private var common: [Int64: JSONValue] = [:]
    private var timerEnds: [String: (endMs: Int64, version: Int64)] = [:]
    /// The newest version in which a timer was seen paused: going on moves its end.
    private var timerPauses: [String: Int64] = [:]
    /// The newest document that anybody has.
    package private(set) var newestVersion: Int64 = -1

    /// In the order they were played.
    package var rounds: [Round] { roundsByID.values.sorted { $0.firstVersion < $1.firstVersion } }

    package var openAnswers: [Answer] { answers.filter { $0.fate == .open } }
    package var acknowledgedAnswers: [Answer] { answers.filter { $0.fate == .acknowledged } }

    mutating func says(_ answer: Answer) {
        answerIndex[answer.messageID] = answers.count
        answers.append(answer)
    }

    func answer(_ messageID: String) -> Answer? {
        answerIndex[messageID].map { answers[$0] }
    }

    mutating func settle(_ messageID: String, _ fate: Fate) {
        guard let index = answerIndex[messageID] else { return }
        answers[index].fate = fate
    }

    mutating func heard(_ type: MessageType, _ payload: JSONValue, in document: JSONValue) {
        told.append(Told(type: type, payload: payload, present: Self.players(of: document)))
    }

    static func players(of document: JSONValue) -> Set<String> {
        Set((document["players"]?.array ?? []).compactMap { $0["playerId"]?.string })
    }

    /// True where the player has said something to the question that was not refused.
    func hasSaid(_ player: String, _ round: String, _ question: Question) -> Bool {
        answers.contains { answer in
            guard answer.player == player, answer.round == round, answer.question == question else {
                return false
            }
            if case .refused = answer.fate { return false }
            return true
        }
    }
}

// MARK: Documents

extension Record {
    /// Parts that every role's document has, and that are the same in all of one version.
    static let commonParts = [
        "state", "paused", "players", "round", "clue", "brake", "reveal", "followup", "scoreboard",
        "timers", "final",
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
        for player in document["players"]?.array ?? [] {
            guard let id = player["playerId"]?.string else { continue }
            joinedAtMs[id] = player["joinedAtMs"]?.int
            names[id] = player["name"]?.string
        }
    }

    private mutating func compareVersion(_ document: JSONValue, _ version: Int64) -> [String] {
        let mine: JSONValue = .object(
            JSONObject(Self.commonParts.map { (key: $0, value: document[$0] ?? .null) })
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
            let before = timerEnds[timer.id]
            let pause = timerPauses[timer.id] ?? -1
            // A document of before the pause says nothing of the time after it.
            guard version > pause else { continue }
            timerEnds[timer.id] = (timer.endMs, version)
            if let before, before.version > pause, before.endMs != timer.endMs {
                faults.append(
                    "\(timer.phase)'s timer ended at \(before.endMs), now at \(timer.endMs)"
                )
            }
        }
        return faults
    }

    private mutating func learnRound(_ document: JSONValue, _ version: Int64) -> [String] {
        guard let id = document["round"]?["roundId"]?.string,
            let index = document["round"]?["index"]?.int
        else { return [] }
        var round =
            roundsByID[id] ?? Round(id: id, index: Int(index), firstVersion: version)
        var faults: [String] = []
        round.firstVersion = min(round.firstVersion, version)
        if let owner = document["brake"]?["brakeOwnerPlayerId"]?.string,
            let points = document["brake"]?["levelPoints"]?.int
        {
            let before = round.owners.updateValue(owner, forKey: Int(points))
            if let before, before != owner {
                faults.append("the brake at \(points) was \(name(before))'s, now \(name(owner))'s")
            }
        }
        if let results = document["reveal"]?["results"], !results.isNull {
            if version < round.resultsVersion {
                round.resultsVersion = version
                round.judged = Self.players(of: document)
            }
            if let before = round.results, contradict(before, results, round.judged) {
                faults.append("results of round \(index) were \(before), now \(results)")
            }
            round.results = results
        }
        if let followup = document["followup"], let question = followup["index"]?.int,
            let results = followup["results"], !results.isNull
        {
            if let before = round.followups[Int(question)], before["results"] != results {
                faults.append("results of question \(question) were \(before), now \(results)")
            }
            round.followups[Int(question)] = followup
        }
        roundsByID[id] = round
        return faults
    }

    /// A guest who comes while the destination is revealed stands in its results, with nothing.
    private func contradict(
        _ before: JSONValue,
        _ now: JSONValue,
        _ judged: Set<String>
    ) -> Bool {
        let entries = [before, now].map { results in
            Dictionary(
                (results.array ?? []).map { ($0["playerId"]?.string ?? "", $0) },
                uniquingKeysWith: { first, _ in first }
            )
        }
        return Set(entries.flatMap(\.keys)).contains { id in
            let (one, other) = (entries[0][id], entries[1][id])
            guard let guest = one ?? other, one == nil || other == nil else { return one != other }
            return judged.contains(id) || guest["pointsAwarded"]?.int != 0
        }
    }

    private mutating func learnFinal(_ document: JSONValue, _ version: Int64) -> [String] {
        guard let results = document["final"], !results.isNull else { return [] }
        if let index = finals.firstIndex(where: { $0.results == results }) {
            finals[index].firstVersion = min(finals[index].firstVersion, version)
        } else {
            finals.append(Final(firstVersion: version, results: results))
        }
        return []
    }

    func name(_ id: String) -> String { names[id] ?? id }
}
