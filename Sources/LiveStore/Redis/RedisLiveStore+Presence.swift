public import Protocol
import Redis

// Who is connected, and the pulse of rooms.
extension RedisLiveStore {
    public func addPresence(
        _ connection: ConnectionID,
        of viewer: Viewer,
        in session: SessionID,
        at now: ServerTime
    ) {
        let keys = RedisKeys(session: session)
        let news = PackedNews.seated(viewer, connection, at: now, by: origin)
        link.run(
            .addPresence,
            keys: [keys.presence],
            arguments: presenceLimits + [.text(keys.news), .bytes(news)]
                + Self.words(connection, viewer),
            reportingFailure(of: session)
        )
    }

    public func removePresence(_ connection: ConnectionID, in session: SessionID) {
        link.send(
            ["HDEL", RedisKeys(session: session).presence, .text(connection.rawValue)],
            reportingFailure(of: session)
        )
    }

    public func presence(
        in session: SessionID,
        _ done: @escaping Completion<[ConnectionID: Viewer]>
    ) {
        link.run(.presence, keys: [RedisKeys(session: session).presence], arguments: []) {
            done($0.read(Self.viewers))
        }
    }

    public func pulse(
        _ session: SessionID,
        joinCode: String,
        renewing connections: [ConnectionID: Viewer],
        _ done: @escaping Completion<Pulse>
    ) {
        let keys = RedisKeys(session: session)
        var arguments = presenceLimits + [.integer(Int64(limits.stateTTLMs))]
        for (connection, viewer) in connections { arguments += Self.words(connection, viewer) }
        link.run(.pulse, keys: [keys.presence, keys.state, keys.journal], arguments: arguments) {
            [weak self] result in
            let pulse = result.read(Self.pulse)
            if case .success(let pulse) = pulse, case .version = pulse.session {
                // Renews it, and brings it back if it was lost.
                self?.claim(joinCode: joinCode, for: session) { _ in }
            }
            done(pulse)
        }
    }

    private var presenceLimits: [RedisArgument] {
        [
            .integer(Int64(limits.presenceTTLMs)),
            .integer(Int64(limits.maxConnectionsPerSession)),
        ]
    }

    private static func words(_ connection: ConnectionID, _ viewer: Viewer) -> [RedisArgument] {
        [.text(connection.rawValue), .text(viewer.packed)]
    }

    private static func pulse(_ reply: RedisReply) throws(Unreadable) -> Pulse {
        guard let items = reply.items, items.count == 3, let kind = items[0].number else {
            throw Unreadable("a pulse")
        }
        let viewers = try viewers(items[2])
        switch kind {
        case RedisScript.Reply.nothing: return Pulse(session: .nothing, viewers: viewers)
        case RedisScript.Reply.removed: return Pulse(session: .removed, viewers: viewers)
        case _:
            guard let version = items[1].number else { throw Unreadable("a session's version") }
            return Pulse(session: .version(version), viewers: viewers)
        }
    }

    /// Connections and viewers by turns.
    private static func viewers(_ reply: RedisReply) throws(Unreadable) -> [ConnectionID: Viewer] {
        guard let items = reply.items, items.count.isMultiple(of: 2) else {
            throw Unreadable("who is connected")
        }
        var viewers: [ConnectionID: Viewer] = [:]
        viewers.reserveCapacity(items.count / 2)
        for index in stride(from: 0, to: items.count, by: 2) {
            guard let connection = items[index].text, let viewer = items[index + 1].text else {
                throw Unreadable("who is connected")
            }
            viewers[ConnectionID(rawValue: connection)] = try Viewer(packed: viewer)
        }
        return viewers
    }
}
