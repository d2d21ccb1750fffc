public import Protocol

/// Who holds a brake lock: the player, and a nonce so that an old owner can't release a new lock.
public struct LockOwner: Hashable, Sendable {
    public var player: PlayerID
    public var nonce: UInt64

    public init(player: PlayerID, nonce: UInt64) {
        self.player = player
        self.nonce = nonce
    }
}
