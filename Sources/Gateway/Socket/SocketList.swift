import Protocol
import Transport
import WebSocket

/// The sockets of one shard, and the watch over them.
struct SocketList {
    private var sockets: ContiguousArray<Socket> = []

    var count: Int { sockets.count }

    mutating func add(_ socket: Socket) {
        socket.index = sockets.count
        sockets.append(socket)
    }

    /// - Returns: whether it was here.
    mutating func remove(_ socket: Socket) -> Bool {
        guard socket.index >= 0 else { return false }
        let last = sockets.removeLast()
        if last !== socket {
            sockets[socket.index] = last
            last.index = socket.index
        }
        socket.index = -1
        return true
    }

    func sweep(at now: ServerTime) {
        for socket in sockets { socket.watch(at: now) }
    }

    /// Asks everybody to come back, each after a time of its own, so that they don't come at once.
    func drain(within spreadMs: Int) {
        for socket in sockets {
            let delayMs = Int.random(in: 0...spreadMs)
            socket.turnOut(retryAfterMs: delayMs)
        }
    }
}

extension Socket {
    func watch(at now: ServerTime) {
        if !closing.maySend {
            if now - pingedAt > SocketTimes.closingMs { connection.abort() }
            return
        }
        if case .greeting = phase, now - openedAt > SocketTimes.greetingMs {
            turnAway(WireError(.unauthorized, "no HELLO in time"))
        } else if now - heardAt > SocketTimes.silenceMs {
            shard.services.metrics.silenced()
            connection.abort()
        } else if now - max(heardAt, pingedAt) >= SocketTimes.pingMs {
            pingedAt = now
            connection.send(Socket.ping)
        }
    }

    /// Pings carry nothing, so all sockets share one.
    private static let ping = OutboundBytes([0x89, 0x00], kind: .required)

    func turnOut(retryAfterMs: Int) {
        refuse(WireError(.serverShutdown, "this gateway is going away"))
        close(.goingAway, reason: "retry_after_ms=\(retryAfterMs)")
    }
}
