import GameState
import Protocol

/// What the facts award, as an archive's tables would: the last verdict on each answer counts.
enum Awards {
    static func of(_ facts: [Fact]) -> [PlayerID: Int] {
        var points: [String: (player: PlayerID, points: Int)] = [:]
        for fact in facts {
            switch fact {
            case .answerJudged(let round, let player, _, let awarded):
                points["\(round) \(player)"] = (player, awarded)
            case .followupJudged(let round, let player, let index, _, let awarded):
                points["\(round) \(player) \(index)"] = (player, awarded)
            case .sessionCreated, .sessionStatus, .playerJoined, .playerRenamed, .playerSeen,
                .playerLeft, .content, .gameStarted, .gameEnded, .roundStarted, .roundState,
                .clipMade, .answerLocked,
                .followupAnswered, .audit:
                break
            }
        }
        return points.values.reduce(into: [:]) { $0[$1.player, default: 0] += $1.points }
    }
}
