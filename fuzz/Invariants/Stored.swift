import GameState
import Protocol

@testable import LiveStore
@testable import Redis

/// Data in Redis, or from its channels: anybody else who can write there is a stranger too. The first byte
/// chooses: an entry, news, a script's answer, or the bytes of the connection themselves.
enum Stored {
    static func check(_ input: [UInt8]) throws(Broken) {
        guard let way = input.first else { return }
        let bytes = Array(input.dropFirst())
        switch way & 3 {
        case 0: try checkEntry(bytes)
        case 1: try checkNews(bytes)
        case 2: try checkAnswer(bytes)
        case _: try Replies.check(bytes)
        }
    }

    private static func checkEntry(_ bytes: [UInt8]) throws(Broken) {
        let entry = Result { () throws(Unreadable) in try PackedEntry(bytes) }
        guard case .success(let entry) = entry else { return }
        try hold(entry.previousVersion < entry.version, "versions that go back")
        try hold((0...ServerTime.maxMs).contains(entry.at.ms), "a time to overflow with")
        try hold(entry.heardCount <= bytes.count, "a body that is not there")
        let body = Array(bytes[..<entry.heardCount].suffix(entry.body.count))
        try same(body, entry.body, "a body")
        // Followers hear the same entry.
        let heard = Result { () throws(Unreadable) in
            try PackedEntry(Array(bytes[..<entry.heardCount])).committed
        }
        try same(heard, .success(entry.committed), "heard without its facts")
        let facts = Result { () throws(Unreadable) in try entry.facts() }
        if case .success(let facts) = facts { try same(try Kept.again(facts), facts, "facts") }
    }

    private static func checkNews(_ bytes: [UInt8]) throws(Broken) {
        let reader = Origin(random: 1)
        let news = Result { () throws(Unreadable) in try PackedNews.read(bytes, to: reader) }
        guard case .success(let news?) = news else { return }
        try hold(!bytes.dropFirst().starts(with: reader.bytes), "one's own news")
        let other = Origin(random: 2)
        let again: [UInt8]
        switch news {
        case .committed: return try checkEntry(Array(bytes.dropFirst(1 + Origin.count)))
        case .seated(let seating):
            let viewer = seating.viewer.packed
            let rest = "\(seating.order) \(viewer.utf8.count) \(viewer)\(seating.connection)"
            again = PackedNews.seated(by: other) + Array(rest.utf8)
            let packed = Result { () throws(Unreadable) in
                try Seating(seating.viewer, packed: Array(seating.packed.utf8))
            }
            try same(packed, .success(seating), "a seating")
        case .removed: again = PackedNews.removed(by: other)
        case .snapshotWanted: again = PackedNews.snapshotWanted(by: other)
        case .missed: again = PackedNews.missed(by: other)
        case .reaction(let reaction, let player):
            again = PackedNews.reaction(reaction, of: player, by: other)
        }
        let read = Result { () throws(Unreadable) in try PackedNews.read(again, to: reader) }
        try same(read, .success(news), "news, told again")
    }

    /// A claim that is held is one of those that were asked for.
    private static func checkClaim(_ reply: RedisReply) throws(Broken) {
        let claim = Claim(id: ClaimID("buzzer"), holder: PlayerID(rawValue: "p"), forMs: 1)
        let change = ClaimChange(taken: [claim], released: [])
        let held = Result { () throws(Unreadable) in try change.held(reply) }
        guard case .success(let (id, holder)?) = held else { return }
        try same(id, claim.id, "the claim that is held")
        // Its packed form leads back to the holder.
        let kept = Claim(id: id, holder: holder, forMs: 1).packed(version: 7)
        try same(PlayerID(ofPackedClaim: kept), holder, "who has the claim")
    }

    private static func checkAnswer(_ bytes: [UInt8]) throws(Broken) {
        var draw = Draw(bytes)
        let since = draw.optional { _ in Int64(0) }
        let reply = draw.reply()
        let stored = Result { () throws(Unreadable) in try StoredReply.read(reply, since: since) }
        if case .success(.state(let state)) = stored {
            let start = state.snapshot?.version ?? since ?? -1
            var last = start
            for entry in state.entries {
                try same(entry.previousVersion, last, "what an entry goes on from")
                last = entry.version
            }
            try same(last, state.version, "the version of what is stored")
        }
        _ = CommitReply(reply)
        let seating = Seating(.host, on: ConnectionID(rawValue: "c"), order: 0)
        _ = try? SeatReply.read(reply, to: seating)
        _ = try? SeatReply.newer(reply)
        _ = try? HandedOutReply(reply)
        try checkClaim(reply)
        try checkClaim(
            .array([
                .integer(RedisScript.Reply.claimed), .integer(Int64(draw.below(2))),
                .bytes(draw.bytes()),
            ])
        )
    }
}

extension Draw {
    /// A reply in the form of the scripts' answers, or not.
    fileprivate mutating func reply(depth: Int = 2) -> RedisReply {
        switch below(depth == 0 ? 6 : 8) {
        case 0: .null
        case 1: .integer(int())
        case 2: .integer(Int64(below(5)))
        case 3: .bytes(bytes())
        case 4: .bytes(entry())
        case 5: .status(text())
        case _: .array(list { $0.reply(depth: depth - 1) })
        }
    }

    private mutating func entry() -> [UInt8] {
        let version = below(4)
        let body = bytes()
        return Array("\(version) \(version + 1 + below(2)) 17 \(body.count)\n".utf8) + body
    }
}
