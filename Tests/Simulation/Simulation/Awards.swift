import GameState
import Protocol

/// Points that the facts award, as in an archive's tables: the last verdict on each answer counts.
enum Awards {
    static func of(_ facts: [Fact]) -> [PlayerID: Int] {
        var points: [String: (player: PlayerID, points: Int)] = [:]
        for case .judged(let round, let player, let question, _, let awarded) in facts {
            points["\(round) \(player) \(question)"] = (player, awarded)
        }
        return points.values.reduce(into: [:]) { $0[$1.player, default: 0] += $1.points }
    }
}
