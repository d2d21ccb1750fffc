import Protocol

/// Something of a shard that has to be looked after: an HTTP connection, a socket.
protocol Watched: AnyObject {
    /// Its place in the list; -1 while it is in none.
    var index: Int { get set }

    /// Since when it has been a client's way to its session; nil: it is none.
    var sessionSince: ServerTime? { get }

    /// Called every second.
    ///
    /// - Returns: whether there was anything to do.
    func watch(at now: ServerTime) -> Bool

    /// The gateway goes away: ask the client to come back after a while.
    func turnOut(retryAfterMs: Int)
}

extension Watched {
    var sessionSince: ServerTime? { nil }
}

/// All that a shard looks after; adding and removing cost the same however many there are.
struct WatchList {
    private(set) var members: ContiguousArray<any Watched> = []

    var count: Int { members.count }

    mutating func add(_ member: any Watched) {
        member.index = members.count
        members.append(member)
    }

    /// - Returns: whether it was here.
    mutating func remove(_ member: any Watched) -> Bool {
        guard member.index >= 0 else { return false }
        let last = members.removeLast()
        if last !== member {
            members[member.index] = last
            last.index = member.index
        }
        member.index = -1
        return true
    }
}
