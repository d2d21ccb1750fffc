import GameState
import Protocol

/// Everything of a session that is stored and that a commit moves on by one version.
struct RoomState<G: Game>: Codable, Sendable {
    var version: Int64
    /// When the latest input was taken; times of a session never go back.
    var at: ServerTime
    var game: G
    var receipts = Receipts()
}
