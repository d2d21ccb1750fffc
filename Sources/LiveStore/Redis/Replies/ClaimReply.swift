import Protocol
import Redis

/// Sessions claimed from an index.
struct ClaimReply {
    /// By Redis' clock.
    let now: ServerTime
    /// New score of the claimed sessions: a store that finds it later knows that nobody has touched them.
    let score: String
    let sessions: [SessionID]

    init(_ reply: RedisReply) throws(Unreadable) {
        guard let items = reply.items, items.count == 3, let now = items[0].number,
            let score = items[1].text, let found = items[2].items
        else { throw Unreadable("an index") }
        self.now = ServerTime(ms: now)
        self.score = score
        sessions = found.compactMap { $0.text.map(SessionID.init(rawValue:)) }
    }
}
