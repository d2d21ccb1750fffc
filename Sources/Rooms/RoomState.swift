package import GameState
package import Protocol

/// Everything of a session that is stored and that a commit moves on by one version.
package struct RoomState<G: Game>: Codable, Sendable {
    package var version: Int64
    /// When the latest input was taken; times of a session never go back.
    package var at: ServerTime
    package var game: G
    package var receipts = Receipts()

    package init(version: Int64, at: ServerTime, game: G) {
        self.version = version
        self.at = at
        self.game = game
    }
}
