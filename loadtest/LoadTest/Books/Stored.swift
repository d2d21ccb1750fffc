import GatewayClient
package import Protocol

extension Record {
    /// Holds the archive's tables against what the clients were told.
    ///
    /// - Parameters:
    ///   - json: what `gatewayd export` gives.
    ///   - awards: points by player as they were told, where everything that gave points was seen.
    /// - Returns: what is missing, different, or there without having been said.
    package func compare(stored json: JSONValue, awards: [String: Int]?) -> [String] {
        var faults: [String] = []
        var rows: [Place: JSONValue] = [:]
        for row in json["answers"]?.array ?? [] {
            let other = rows.updateValue(row, forKey: Place(row))
            if let other { faults.append("the tables have \(text(other)) and \(text(row))") }
        }
        let said = lastAcknowledged
        for place in Set(said.keys).union(rows.keys) {
            faults += compare(place, said[place], rows[place])
        }
        let known = Set(rounds.map(\.id))
        let stored = Set((json["rounds"]?.array ?? []).map { $0["roundId"]?.string ?? "" })
        faults += known.subtracting(stored).map { "round \($0) is not in the tables" }
        faults += stored.subtracting(known).map {
            "round \($0) is in the tables, and nobody saw it"
        }
        return faults + compareScores(json["scores"]?.array ?? [], awards)
    }

    private func compare(_ place: Place, _ said: String?, _ row: JSONValue?) -> [String] {
        let answer =
            "\(name(place.player))'s answer to question \(place.question) of \(place.round)"
        guard let row else { return ["\(answer): \"\(said ?? "")\" is not in the tables"] }
        var faults: [String] = []
        // A silent player has a row too; words that nobody said have none.
        if row["answerText"]?.string != said ?? "" {
            let words = said.map { "acknowledged \"\($0)\"" } ?? "nothing was acknowledged"
            faults.append("\(answer): \(words), in the tables \(text(row))")
        }
        let told = roundsByID[place.round]?.results[place.question]?.results[place.player]
        if let told, row["pointsAwarded"]?.int != Int64(told.points) {
            faults.append("\(answer): told \(told.points) points, in the tables \(text(row))")
        }
        return faults
    }

    private func compareScores(_ rows: [JSONValue], _ awards: [String: Int]?) -> [String] {
        if rows.isEmpty { return ["the archive has no players"] }
        guard let awards else { return [] }
        var scores: [String: Int] = [:]
        for row in rows { scores[row.playerID ?? "", default: 0] += Int(row["points"]?.int ?? 0) }
        return scores.compactMap { player, points in
            let given = awards[player, default: 0]
            return points == given ? nil : "\(name(player)) was given \(given), has \(points)"
        }
    }

    /// Of the answers to one question the last one counts.
    private var lastAcknowledged: [Place: String] {
        var last: [Place: String] = [:]
        for answer in acknowledgedAnswers {
            for (question, words) in answer.words {
                last[Place(answer.round, answer.player, question)] = words.text
            }
        }
        return last
    }

    private func text(_ json: JSONValue) -> String { String(decoding: json.bytes, as: UTF8.self) }
}

/// The place of an answer in the archive's tables.
private struct Place: Hashable {
    let round: String
    let player: String
    let question: Int

    init(_ round: String, _ player: String, _ question: Int) {
        (self.round, self.player, self.question) = (round, player, question)
    }

    init(_ row: JSONValue) {
        let question = Int(row["question"]?.int ?? 0)
        self.init(row["roundId"]?.string ?? "", row.playerID ?? "", question)
    }
}
