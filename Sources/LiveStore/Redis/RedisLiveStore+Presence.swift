public import Protocol
import Redis

// Connected viewers, and the pulse of rooms.
extension RedisLiveStore {
    public func bidForSeat(
        _ viewer: Viewer,
        on connection: ConnectionID,
        after order: Int64,
        in session: SessionID,
        _ done: @escaping Completion<SeatBid>
    ) {
        let keys = RedisKeys(session: session)
        let known = Seating(viewer, on: connection, order: order)
        let arguments: [RedisArgument] =
            presenceLimits + [
                .integer(Int64(limits.stateTTLMs)),
                .text(keys.news),
                .bytes(PackedNews.seated(by: origin)),
                .text(known.field),
                .integer(order),
                .integer(link.loop.now.ms),
                .text(connection.rawValue),
                .text(viewer.packed),
            ]
        link.run(.bidForSeat, keys: [keys.presence, keys.state], arguments: arguments) { result in
            done(result.read { reply throws(Unreadable) in try SeatReply.read(reply, to: known) })
        }
    }

    public func addPresence(
        _ connection: ConnectionID,
        of viewer: Viewer,
        in session: SessionID
    ) {
        link.run(
            .addPresence,
            keys: [RedisKeys(session: session).presence],
            arguments: presenceLimits + [.text(connection.rawValue), .text(viewer.packed)],
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
            done($0.read(PresenceReply.viewers))
        }
    }

    public func pulse(
        _ session: SessionID,
        joinCode: String,
        renewing seatings: [Seating],
        _ done: @escaping Completion<Pulse>
    ) {
        let keys = RedisKeys(session: session)
        var arguments = presenceLimits + [.integer(Int64(limits.stateTTLMs))]
        for seating in seatings {
            arguments += [
                .text(seating.connection.rawValue), .text(seating.viewer.packed),
                .text(seating.field), .text(seating.packed), .integer(seating.order),
            ]
        }
        link.run(.pulse, keys: [keys.presence, keys.state, keys.journal], arguments: arguments) {
            [weak self] result in
            let pulse = result.read(PresenceReply.pulse)
            if case .success(let pulse) = pulse, case .version = pulse.session {
                // Renews it, and brings it back if it was lost.
                self?.reserve(joinCode: joinCode, for: session) { _ in }
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
}
