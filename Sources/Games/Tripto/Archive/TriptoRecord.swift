import Foundation
package import GameState
package import Protocol

/// Records of Tripto's tables beside those of all games.
package enum TriptoRecord: Codable, Equatable, Sendable {
    /// A destination with its clues and questions, as played.
    case played(RoundID, RoundPackage)
}

extension Fact {
    package static func tripto(_ record: TriptoRecord) -> Fact {
        let encoder = JSONEncoder()
        // The same record is the same fact.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(record) else {
            preconditionFailure("a record that can't be encoded")
        }
        return .game(
            GameRecord(game: Tripto.name, json: String(decoding: json, as: UTF8.self))
        )
    }
}

/// Facts as they were stored when Tripto was the only game, for what a store still holds of them.
enum FormerRecord: Codable, Equatable, Sendable {
    case content(RoundPackage)
    case roundStarted(RoundID, index: Int, packageID: String)
    case answerLocked(RoundID, PlayerID, levelPoints: Int, text: String)
    case answerJudged(RoundID, PlayerID, isCorrect: Bool, points: Int)
    case followupAnswered(RoundID, PlayerID, index: Int, text: String)
    case followupJudged(RoundID, PlayerID, index: Int, isCorrect: Bool, points: Int)
}
