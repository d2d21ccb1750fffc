import GameState
import Protocol
import Redis

extension ClaimChange {
    /// The claim that the commit script found in somebody's hands; nil for another reply.
    func held(_ reply: RedisReply) throws(Unreadable) -> (id: ClaimID, holder: PlayerID)? {
        guard let items = reply.items, items.first?.number == RedisScript.Reply.claimed,
            items.count == 3
        else { return nil }
        let ids = ids
        guard let place = items[1].number, ids.indices.contains(Int(place)),
            let holder = items[2].text
        else { throw Unreadable("a claim") }
        return (ids[Int(place)], PlayerID(ofPackedClaim: holder))
    }
}
