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
        var stored = Stored(json)
        var faults = stored.faults
        for (place, answer) in lastAcknowledged {
            guard let row = stored.rows.removeValue(forKey: place) else {
                faults.append("\(describe(place)): \"\(answer)\" is not in the tables")
                continue
            }
            if row["answerText"]?.string != answer {
                faults.append(
                    "\(describe(place)): acknowledged \"\(answer)\", in the tables \(text(row))"
                )
            }
            faults += comparePoints(place, row)
        }
        // A silent player has a row too; words that nobody said have none.
        for (place, row) in stored.rows {
            if row["answerText"]?.string != "" {
                faults.append("\(describe(place)): nobody was told of \(text(row))")
            }
            faults += comparePoints(place, row)
        }
        let known = Set(rounds.map(\.id))
        faults += known.subtracting(stored.rounds).map { "round \($0) is not in the tables" }
        faults += stored.rounds.subtracting(known).map {
            "round \($0) is in the tables, and nobody saw it"
        }
        guard let awards else { return faults }
        for (player, points) in stored.scores where points != awards[player, default: 0] {
            faults.append(
                "\(name(player)) was given \(awards[player, default: 0]) points, has \(points)"
            )
        }
        return faults
    }

    /// Of the answers to one question the last one counts.
    private var lastAcknowledged: [Stored.Place: String] {
        var last: [Stored.Place: String] = [:]
        for answer in acknowledgedAnswers {
            for (question, words) in answer.words {
                last[Stored.Place(answer.round, answer.player, question)] = words.text
            }
        }
        return last
    }

    private func comparePoints(_ place: Stored.Place, _ row: JSONValue) -> [String] {
        let told = roundsByID[place.round]?.results[place.question]?.results[place.player]
        guard let told, row["pointsAwarded"]?.int != Int64(told.points) else { return [] }
        return ["\(describe(place)): told \(told.points) points, in the tables \(text(row))"]
    }

    private func describe(_ place: Stored.Place) -> String {
        "\(name(place.player))'s answer to question \(place.question) of \(place.round)"
    }
}

/// The archive's tables, as far as they are of one session.
private struct Stored {
    struct Place: Hashable {
        let round: String
        let player: String
        let question: Int

        init(_ round: String, _ player: String, _ question: Int) {
            self.round = round
            self.player = player
            self.question = question
        }
    }

    var rows: [Place: JSONValue] = [:]
    let rounds: Set<String>
    private(set) var scores: [String: Int] = [:]
    private(set) var faults: [String] = []

    init(_ json: JSONValue) {
        rounds = Set((json["rounds"]?.array ?? []).map { $0["roundId"]?.string ?? "" })
        for row in json["answers"]?.array ?? [] {
            let (round, player) = (row["roundId"]?.string, row["playerId"]?.string)
            let question = Int(row["question"]?.int ?? 0)
            let place = Place(round ?? "", player ?? "", question)
            if let other = rows.updateValue(row, forKey: place) {
                faults.append("the tables have \(text(other)) and \(text(row))")
            }
        }
        for score in json["scores"]?.array ?? [] {
            scores[score["playerId"]?.string ?? "", default: 0] += Int(score["points"]?.int ?? 0)
        }
        if scores.isEmpty { faults.append("the archive has no players") }
    }
}

private func text(_ json: JSONValue) -> String { String(decoding: json.bytes, as: UTF8.self) }
