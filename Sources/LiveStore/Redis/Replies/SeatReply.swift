import Protocol
import Redis

/// Reads scripts' replies about seats.
enum SeatReply {
    /// - Parameter known: the seating with the order that the claim was made after.
    static func read(_ reply: RedisReply, to known: Seating) throws(Unreadable) -> SeatClaim {
        guard let items = reply.items, let kind = items.first?.number else {
            throw Unreadable("a reply about a seat")
        }
        switch kind {
        case RedisScript.Reply.removed: return .removed
        case RedisScript.Reply.done where items.count == 2:
            guard let order = items[1].number else { throw Unreadable("a seating") }
            return .granted(Seating(known.viewer, on: known.connection, order: order))
        case RedisScript.Reply.held where items.count == 2:
            return .held(try seating(known.viewer, items[1]))
        case _: throw Unreadable("a reply about a seat")
        }
    }

    /// The seating that has replaced the one a commit came by; nil for another reply.
    static func replacing(
        _ seating: Seating,
        _ reply: RedisReply
    ) throws(Unreadable) -> Seating? {
        guard let items = reply.items, items.first?.number == RedisScript.Reply.replaced,
            items.count == 2
        else { return nil }
        return try self.seating(seating.viewer, items[1])
    }

    /// Viewers and their seatings by turns.
    static func newer(_ reply: RedisReply) throws(Unreadable) -> [Seating] {
        guard let items = reply.items, items.count.isMultiple(of: 2) else {
            throw Unreadable("the seatings")
        }
        var seatings: [Seating] = []
        for index in stride(from: 0, to: items.count, by: 2) {
            guard let viewer = items[index].text else { throw Unreadable("the seatings") }
            seatings.append(try seating(try Viewer(packed: viewer), items[index + 1]))
        }
        return seatings
    }

    private static func seating(
        _ viewer: Viewer,
        _ reply: RedisReply
    ) throws(Unreadable) -> Seating {
        guard let bytes = reply.bytes else { throw Unreadable("a seating") }
        return try Seating(viewer, packed: bytes)
    }
}
