import GatewayClient
import Protocol

/// Tells a game as a sports commentator would: one line for each event, from the host's seat.
struct Commentary {
    let record: Record

    /// - Returns: nil for a message that is not worth a line.
    func line(for message: ReceivedMessage) -> String? {
        switch message.type {
        case .playerJoined:
            let player = message.decoded()["player"]
            return "\(player?["name"]?.string ?? "?") takes a seat."
        case .playerLeft: return "\(name(message.decoded().playerID)) has left us."
        case .finalResultsPresent: return finale(message.decoded())
        case .error:
            return "The host is told: \(message.decoded()["message"]?.string ?? "?")"
        case nil:
            return record.game.line(for: message, names: name)
                ?? record.game.results(toldBy: message).map(line(for:))
        case .welcome, .timePong, .stateSnapshot, .statePatch, .lobbyUpdated, .answerAck,
            .scoreboardUpdate, .timerSync, .audioPlay, .audioStop, .sfxPlay, .uiEffectTrigger:
            return nil
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

    private func line(for results: Results) -> String {
        let right = results.entries.filter(\.isCorrect).map { "\(name($0.player)) +\($0.points)" }
        let missed = results.entries.compactMap { entry in
            entry.isCorrect || entry.text?.isEmpty != false
                ? nil : "\(name(entry.player)) said \"\(entry.text ?? "")\""
        }
        let winners = right.isEmpty ? "Nobody knew it." : right.joined(separator: ", ") + "."
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

    private func name(_ id: String?) -> String { id.map { record.name($0) } ?? "?" }
}
