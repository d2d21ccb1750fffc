import Protocol
import Transport

/// Which shard a session lives on: always the same one of this gateway, so that its sockets, its room
/// and its timers share one queue.
final class Directory: @unchecked Sendable {
    /// Set once, before anything listens.
    private(set) var shards: [Shard] = []

    func open(_ shards: [Shard]) {
        precondition(self.shards.isEmpty && !shards.isEmpty, "the shards are set once")
        self.shards = shards
    }

    func shard(of session: SessionID) -> Shard {
        shards[Int(truncatingIfNeeded: Self.hash(session) % UInt64(shards.count))]
    }

    func shard(on loop: EventLoop) -> Shard {
        guard let shard = shards.first(where: { $0.loop === loop }) else {
            preconditionFailure("a loop without a shard")
        }
        return shard
    }

    /// FNV-1a: the same in every process, unlike Swift's own hashes.
    private static func hash(_ session: SessionID) -> UInt64 {
        session.rawValue.utf8.reduce(0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
    }
}
