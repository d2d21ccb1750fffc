import Protocol
import Redis

/// What was claimed of an index.
struct ClaimReply {
    /// By Redis' clock.
    let now: ServerTime
    /// What the claimed sessions have now: who finds it later knows that nobody has touched them.
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
