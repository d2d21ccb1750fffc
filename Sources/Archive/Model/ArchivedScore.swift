public import Protocol

/// Points of one player in one game, summed from the answers as they are judged now.
public struct ArchivedScore: Sendable, Equatable {
    /// Of the session, from 1.
    public var game: Int
    public var player: PlayerID
    /// Empty when the session was erased.
    public var name: String
    public var points: Int

    public init(game: Int, player: PlayerID, name: String, points: Int) {
        self.game = game
        self.player = player
        self.name = name
        self.points = points
    }
}
