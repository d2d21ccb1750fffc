import Protocol
import Transport
import WebSocket

extension Socket: Watched {
    var sessionSince: ServerTime? { openedAt }

    /// Pings a silent client, and closes one that stays silent or never greeted.
    func watch(at now: ServerTime) -> Bool {
        let times = shard.services.configuration.times
        if let closeStartedAt {
            guard now - closeStartedAt > times.closingMs else { return false }
            connection.abort()
        } else if case .greeting = phase, now - openedAt > times.greetingMs {
            turnAway(WireError(.unauthorized, "no HELLO in time"))
        } else if now - heardAt > times.silenceMs {
            shard.services.metrics.silenced()
            connection.abort()
        } else if now - max(heardAt, pingedAt) >= times.pingMs {
            pingedAt = now
            connection.send(Socket.ping)
        } else {
            return false
        }
        return true
    }

    /// Pings carry nothing, so all sockets share one.
    private static let ping = OutboundBytes([0x89, 0x00], kind: .required)

    func turnOut(retryAfterMs: Int) {
        refuse(.goingAway)
        close(.goingAway, reason: "retry_after_ms=\(retryAfterMs)")
    }
}
