import GatewayClient
package import Protocol

extension Record {
    /// Holds the archive's tables against what the clients were told.
    ///
    /// - Parameters:
    ///   - stored: the JSON of `gatewayd export`.
    ///   - awards: points by player as they were told, where everything that gave points was seen.
    /// - Returns: what is missing, different, or there without having been said.
    package func compare(stored: JSONValue, awards: [String: Int]?) -> [String] {
        var stored = Stored(stored)
        var faults = stored.faults
        for (place, answer) in lastAcknowledged {
            guard let row = stored.rows.removeValue(forKey: place) else {
                faults.append("\(describe(place)): \"\(answer.text)\" is not in the tables")
                continue
            }
            if row["answerText"]?.string != answer.text {
                faults.append(
                    "\(describe(place)): acknowledged \"\(answer.text)\", in the tables \(text(row))"
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
        for round in known.subtracting(stored.rounds) {
            faults.append("round \(round) is not in the tables")
        }
        for round in stored.rounds.subtracting(known) {
            faults.append("round \(round) is in the tables, and nobody saw it")
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
    private var lastAcknowledged: [Stored.Place: Answer] {
        var last: [Stored.Place: Answer] = [:]
        for answer in acknowledgedAnswers {
            let followup: Int? =
                switch answer.question {
                case .destination: nil
                case .followup(let index): index
                }
            last[Stored.Place(round: answer.round, player: answer.player, followup: followup)] =
                answer
        }
        return last
    }

    private func comparePoints(_ place: Stored.Place, _ row: JSONValue) -> [String] {
        let round = roundsByID[place.round]
        let results =
            place.followup.map { round?.followups[$0]?["results"] ?? .null } ?? round?.results
        let told = results?.array?.first { $0["playerId"]?.string == place.player }
        guard let points = told?["pointsAwarded"]?.int else { return [] }
        guard row["pointsAwarded"]?.int != points else { return [] }
        return ["\(describe(place)): told \(points) points, in the tables \(text(row))"]
    }

    private func describe(_ place: Stored.Place) -> String {
        let question = place.followup.map { "question \($0)" } ?? "the destination"
        return "\(name(place.player))'s answer to \(question) of \(place.round)"
    }
}

/// The archive's tables, as far as they are of one session.
private struct Stored {
    struct Place: Hashable {
        let round: String
        let player: String
        /// Nil: the destination.
        let followup: Int?
    }

    var rows: [Place: JSONValue] = [:]
    var rounds: Set<String> = []
    var scores: [String: Int] = [:]
    var faults: [String] = []

    init(_ json: JSONValue) {
        for round in json["rounds"]?.array ?? [] {
            rounds.insert(round["roundId"]?.string ?? "")
        }
        for row in json["answers"]?.array ?? [] {
            // The destination is question 0.
            let question = row["question"]?.int.map(Int.init) ?? 0
            add(row, followup: question == 0 ? nil : question)
        }
        for score in json["scores"]?.array ?? [] {
            scores[score["playerId"]?.string ?? "", default: 0] += Int(score["points"]?.int ?? 0)
        }
        if scores.isEmpty { faults.append("the archive has no players") }
    }

    private mutating func add(_ row: JSONValue, followup: Int?) {
        let place = Place(
            round: row["roundId"]?.string ?? "",
            player: row["playerId"]?.string ?? "",
            followup: followup
        )
        if let other = rows.updateValue(row, forKey: place) {
            faults.append("the tables have \(text(other)) and \(text(row))")
        }
    }
}

private func text(_ json: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(json)
    return String(decoding: writer.bytes, as: UTF8.self)
}
