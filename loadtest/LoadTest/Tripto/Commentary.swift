import GatewayClient
import Protocol

/// Tells a game as a sports commentator would: one line for each event, from the host's seat.
struct Commentary {
    private var names: [String: String] = [:]

    mutating func learn(_ document: JSONValue) {
        for player in document["players"]?.array ?? [] {
            guard let id = player["playerId"]?.string, let name = player["name"]?.string else {
                continue
            }
            names[id] = name
        }
    }

    /// - Returns: nil for a message that is not worth a line.
    mutating func line(for message: ReceivedMessage) -> String? {
        switch message.type {
        case .playerJoined:
            let player = message.decoded()["player"]
            return "\(player?["name"]?.string ?? "?") takes a seat."
        case .playerLeft: return "\(name(message.decoded()["playerId"]?.string)) has left us."
        case .cluePresent:
            let clue = message.decoded()
            return "For \(clue["levelPoints"]?.int ?? 0): \(clue["clueText"]?.string ?? "")"
        case .brakeAccepted:
            let brake = message.decoded()
            let owner = name(brake["brakeOwnerPlayerId"]?.string)
            return "The brake! \(owner) has it, with \(brake["levelPoints"]?.int ?? 0) at stake."
        case .brakeAnswerLocked:
            return "\(name(message.decoded()["playerId"]?.string)) has locked an answer."
        case .destinationReveal:
            let reveal = message.decoded()
            return "We are in \(reveal["destinationName"]?.string ?? "?"), "
                + "\(reveal["country"]?.string ?? "?")! \(reveal["revealText"]?.string ?? "")"
        case .destinationResults: return results(message, of: "the destination")
        case .followupPresent:
            let question = message.decoded()
            return "Question \(question["index"]?.int ?? 0) of \(question["total"]?.int ?? 0): "
                + (question["questionText"]?.string ?? "")
        case .followupResults:
            let payload = message.decoded()
            return "It was \"\(payload["correctAnswer"]?.string ?? "?")\". "
                + (results(message, of: "it") ?? "")
        case .finalResultsPresent: return finale(message.decoded())
        case .error:
            return "The host is told: \(message.decoded()["message"]?.string ?? "?")"
        case _: return nil
        }
    }

    /// The scoreboard as lines.
    func scoreboard(_ document: JSONValue) -> [String] {
        (document["scoreboard"]?.array ?? []).map { entry in
            let rank = Line.right("\(entry["rank"]?.int ?? 0)", 3)
            let name = Line.left(entry["name"]?.string ?? "?", 14)
            let points = entry["points"]?.int ?? 0
            return "\(rank). \(name) \(Line.right("\(points)", 3))  "
                + String(repeating: "■", count: Int(max(0, min(points, 60))))
        }
    }

    private func results(_ message: ReceivedMessage, of what: String) -> String? {
        let results = message.decoded()["results"]?.array ?? []
        let right = results.filter { $0["isCorrect"]?.bool == true }.map { entry in
            "\(name(entry["playerId"]?.string)) +\(entry["pointsAwarded"]?.int ?? 0)"
        }
        let missed = results.filter {
            $0["isCorrect"]?.bool != true && $0["answerText"]?.string?.isEmpty == false
        }.map { entry in
            "\(name(entry["playerId"]?.string)) said \"\(entry["answerText"]?.string ?? "")\""
        }
        let winners = right.isEmpty ? "Nobody knew \(what)." : right.joined(separator: ", ") + "."
        return missed.isEmpty ? winners : winners + " " + missed.joined(separator: ", ") + "."
    }

    private func finale(_ final: JSONValue) -> String {
        if final["isTie"]?.bool == true {
            let tied = final["tieWinners"]?.array?.map { name($0.string) } ?? []
            return "A tie! \(tied.joined(separator: " and ")) share the victory."
        }
        guard let winner = final["winnerPlayerId"]?.string else { return "And nobody wins." }
        return "\(name(winner)) wins the game!"
    }

    private func name(_ id: String?) -> String {
        id.map { names[$0] ?? $0 } ?? "?"
    }
}
