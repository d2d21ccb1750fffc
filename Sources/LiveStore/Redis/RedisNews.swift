import GameState
import Protocol
import Redis

extension RedisLink {
    /// Tells news that nobody waits for.
    func publish(_ news: [UInt8], of session: SessionID) {
        send(["PUBLISH", .text(RedisKeys(session: session).news), .bytes(news)]) { _ in }
    }
}

/// The news of followed sessions, as other gateways publish it. Confined to the subscription's loop.
final class RedisNews {
    private let subscription: RedisSubscription
    private let origin: Origin
    private let report: (RedisStoreEvent) -> Void
    private var followers: [SessionID: (SessionEvent) -> Void] = [:]

    init(
        _ subscription: RedisSubscription,
        to origin: Origin,
        report: @escaping (RedisStoreEvent) -> Void
    ) {
        self.subscription = subscription
        self.origin = origin
        self.report = report
        subscription.whenResubscribed = { [weak self] in self?.missed() }
    }

    func follow(_ session: SessionID, _ hear: @escaping (SessionEvent) -> Void) {
        followers[session] = hear
        do {
            try subscription.subscribe(
                RedisKeys(session: session).news,
                // News between the call and now was not heard.
                whenActive: { [weak self] in self?.followers[session]?(.missed) },
                { [weak self] message in self?.hear(message, of: session) }
            )
        } catch {
            report(.notFollowed(session, "\(error)"))
        }
    }

    func unfollow(_ session: SessionID) {
        guard followers.removeValue(forKey: session) != nil else { return }
        subscription.unsubscribe(RedisKeys(session: session).news)
    }

    func unfollowAll() {
        for session in followers.keys { unfollow(session) }
    }

    private func hear(_ message: [UInt8], of session: SessionID) {
        do throws(Unreadable) {
            guard let news = try PackedNews.read(message, to: origin) else { return }
            followers[session]?(news)
        } catch {
            report(.unreadable(session, error.what))
            // Perhaps a newer gateway's kind of news.
            followers[session]?(.missed)
        }
    }

    /// The subscription was away.
    private func missed() {
        for hear in Array(followers.values) { hear(.missed) }
    }
}

/// Sessions of gateways that go away in good order: others go on with their timers at once, and need not
/// wait until one is overdue.
final class LeftSessions {
    private let link: RedisLink
    private let subscription: RedisSubscription
    private let limits: RedisStoreLimits
    private let report: (RedisStoreEvent) -> Void

    init(
        _ link: RedisLink,
        _ subscription: RedisSubscription,
        _ limits: RedisStoreLimits,
        report: @escaping (RedisStoreEvent) -> Void
    ) {
        self.link = link
        self.subscription = subscription
        self.limits = limits
        self.report = report
    }

    func leave(_ sessions: [SessionID]) {
        var rest = sessions[...]
        while !rest.isEmpty {
            let some = rest.prefix(limits.maxLeft)
            rest = rest.dropFirst(some.count)
            let words = some.map { RedisArgument.text($0.rawValue) }
            link.run(
                .leave,
                keys: [.text(RedisKeys.left)],
                arguments: [.integer(Int64(limits.leftTTLMs)), .text(RedisKeys.left)] + words
            ) { _ in }
        }
    }

    func takeAll(_ open: @escaping ([SessionID]) -> Void) {
        let take = { [weak self] in self?.take(open) ?? () }
        do {
            try subscription.subscribe(RedisKeys.left, whenActive: take) { _ in take() }
        } catch {
            report(.notFollowed(nil, "\(error)"))
        }
    }

    func stopTaking() {
        subscription.unsubscribe(RedisKeys.left)
    }

    private func take(_ open: @escaping ([SessionID]) -> Void) {
        link.send(["SPOP", .text(RedisKeys.left), .integer(limits.maxTaken)]) {
            [weak self] result in
            let sessions = result.read { reply throws(Unreadable) in
                guard let items = reply.items else { throw Unreadable("sessions that were left") }
                return items.compactMap(\.text).map(SessionID.init(rawValue:))
            }
            switch sessions {
            case .success(let sessions):
                guard !sessions.isEmpty else { return }
                open(sessions)
                self?.take(open)
            case .failure(.unreadable(let what)): self?.report(.unreadable(nil, what))
            case .failure(.unavailable), .failure(.unanswered): break
            }
        }
    }
}

/// A message on a session's channel: a letter, the sender, and the content.
///
///     c<origin><packed entry without facts>
///     s<origin><order> <bytes of the viewer> <viewer><connection>
///     r<origin>
///     m<origin>
///     w<origin>
///     e<origin><reaction> <player>
enum PackedNews {
    /// Prefix that followers hear before the packed entry.
    static func committed(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "c")] + origin.bytes
    }

    /// Prefix that followers hear before the rest, which the script that gives the order writes.
    static func seated(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "s")] + origin.bytes
    }

    static func removed(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "r")] + origin.bytes
    }

    /// The session was put back: it may be ahead of what its followers have.
    static func missed(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "m")] + origin.bytes
    }

    static func snapshotWanted(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "w")] + origin.bytes
    }

    static func reaction(
        _ reaction: Reaction,
        of player: PlayerID,
        by origin: Origin
    ) -> [UInt8] {
        [UInt8(ascii: "e")] + origin.bytes + Array("\(reaction.rawValue) \(player.rawValue)".utf8)
    }

    /// - Returns: nil for one's own.
    static func read(_ message: [UInt8], to reader: Origin) throws(Unreadable) -> SessionEvent? {
        let start = 1 + Origin.count
        guard message.count >= start else { throw Unreadable("news") }
        guard message[1..<start] != reader.bytes[...] else { return nil }
        let told = Array(message[start...])
        switch message[0] {
        case UInt8(ascii: "c"): return .committed(try PackedEntry(told).committed)
        case UInt8(ascii: "s"): return try seated(told)
        case UInt8(ascii: "r") where told.isEmpty: return .removed
        case UInt8(ascii: "m") where told.isEmpty: return .missed
        case UInt8(ascii: "w") where told.isEmpty: return .snapshotWanted
        case UInt8(ascii: "e"): return try reaction(told)
        case _: throw Unreadable("news")
        }
    }

    private static func reaction(_ told: [UInt8]) throws(Unreadable) -> SessionEvent {
        let words = told.split(separator: UInt8(ascii: " "), maxSplits: 1).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count == 2, let reaction = Reaction(rawValue: words[0]) else {
            throw Unreadable("news of a reaction")
        }
        return .reaction(reaction, of: PlayerID(rawValue: words[1]))
    }

    private static func seated(_ told: [UInt8]) throws(Unreadable) -> SessionEvent {
        var fields = PackedFields(told)
        guard let order = fields.number(), let viewerCount = fields.number(),
            let viewer = fields.text(viewerCount),
            let connection = fields.text(Int64(fields.rest.count))
        else { throw Unreadable("news of a seat") }
        let seated = try Viewer(packed: viewer)
        return .seated(Seating(seated, on: ConnectionID(rawValue: connection), order: order))
    }
}
