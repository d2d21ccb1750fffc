import Protocol
import WebSocket

extension Client {
    /// Greets: HELLO the first time, RESUME_SESSION after a drop.
    func greet() {
        phase = .greeting
        let isNew = replica.version < 0
        send(isNew ? "HELLO" : "RESUME_SESSION") { writer in
            if isNew {
                writer.key("role")
                writer.value(self.seat.role.rawValue)
                writer.key("clientVersion")
                writer.value("loadtest/1")
                writer.key("clientTimeMs")
                writer.value(Ticks.wallMs)
            } else {
                writer.key("lastVersion")
                writer.value(self.replica.version)
            }
            writer.key("deviceId")
            writer.value("loadtest-\(self.id)")
            if case .firstMessage = self.seat.greeting {
                writer.key("authToken")
                writer.value(self.seat.token)
            }
        }
    }

    /// Asks for the whole document.
    func askForSnapshot() {
        guard isSeated else { return }
        send("RESUME_SESSION") { writer in
            writer.key("deviceId")
            writer.value("loadtest-\(self.id)")
        }
    }

    func ping() {
        guard isSeated, attention != .none, clock.open < Self.maxPings else { return }
        let t0 = Ticks.nowUs / 1_000
        clock.sent(atMs: t0)
        send("TIME_PING") { writer in
            writer.key("t0")
            writer.value(t0)
        }
    }

    /// A new idempotency key.
    func nextMessageID() -> String {
        messageCount += 1
        return "\(id)-\(messageCount)"
    }

    /// Whether so few commands have followed it that the gateway must still know it.
    func isRemembered(_ messageID: String) -> Bool {
        guard let number = messageID.split(separator: "-").last.flatMap({ Int($0) }) else {
            return false
        }
        return messageCount - number < RepeatLaw.rememberedCommands
    }

    func send(
        _ type: String,
        messageID: String? = nil,
        payload: (inout JSONWriter) -> Void = { _ in }
    ) {
        var writer = JSONWriter(reserving: 192)
        writer.beginObject()
        writer.key("type")
        writer.value(type)
        writer.key("sessionId")
        writer.value(seat.session)
        if let messageID {
            writer.key("msgId")
            writer.value(messageID)
        }
        writer.key("payload")
        writer.beginObject()
        payload(&writer)
        writer.endObject()
        writer.endObject()
        sendFrame(.text, writer.bytes)
        messagesOut += 1
        network.messagesOut += 1
    }
}
