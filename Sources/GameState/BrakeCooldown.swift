public import Protocol

/// One pull per player and 2 s; every pull counts, also the refused ones (T-9-6, G-45).
///
/// The room asks before it asks the game, over all of a player's connections. It is no part of the
/// game's state: a storm of pulls must not make commits.
public struct BrakeCooldown: Sendable {
    public static let windowMs: Int64 = 2000
    /// As many players as a room can hold.
    public static let maxPlayers = 500

    private var lastPull: [PlayerID: ServerTime] = [:]

    public init() {}

    /// Counts a pull, and says whether it may be heard.
    public mutating func mayPull(_ player: PlayerID, at now: ServerTime) -> Bool {
        if lastPull[player] == nil, lastPull.count >= Self.maxPlayers {
            lastPull = lastPull.filter { now - $0.value < Self.windowMs }
            guard lastPull.count < Self.maxPlayers else { return false }
        }
        let last = lastPull.updateValue(now, forKey: player)
        return last.map { now - $0 >= Self.windowMs } ?? true
    }

    /// Somebody is gone for good.
    public mutating func forget(_ player: PlayerID) {
        lastPull[player] = nil
    }
}
