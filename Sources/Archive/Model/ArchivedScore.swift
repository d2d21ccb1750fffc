public import Protocol

/// Points of one player, summed from the answers as they are judged now.
public struct ArchivedScore: Sendable, Equatable {
    public var player: PlayerID
    /// Empty when the session was erased.
    public var name: String
    public var points: Int

    public init(player: PlayerID, name: String, points: Int) {
        self.player = player
        self.name = name
        self.points = points
    }
}
