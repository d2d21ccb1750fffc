import GameState
import Protocol
import Rooms
import Transport
import WebSocket

// Text messages from clients.
extension Socket {
    func message(_ bytes: UnsafeRawBufferPointer) {
        shard.services.metrics.messageReceived()
        var messageID: String?
        do throws(WireError) {
            let message = try ClientMessage(bytes)
            messageID = message.messageID
            guard message.session == nil || message.session == session else {
                throw WireError(.badMessage, "another session's id", field: "sessionId")
            }
            try dispatch(message)
        } catch {
            refuse(error, inReplyTo: messageID)
        }
    }

    private func dispatch(_ message: ClientMessage) throws(WireError) {
        if message.type == "TIME_PING" {
            try pong(message)
            return
        }
        switch phase {
        case .greeting(let token):
            greet(message, token: token)
        case .seated(let seat, let room):
            switch message.type {
            case "RESUME_SESSION":
                try resume(seat, room, message)
            case "HELLO":
                throw WireError(.wrongState, "already greeted")
            case "LEAVE" where seat.viewer.player == nil:
                // Earlier messages are answered first.
                room.afterPending { [weak self] in self?.close(.normal, reason: "") }
            case _:
                room.receive(message, from: seat)
            }
        case .entering, .admitted, .gone:
            break
        }
    }

    /// The document anew, for a client that is seated already. It asks in a hundred bytes for what may be
    /// tens of thousands, so the bytes of the answers are limited.
    private func resume(
        _ seat: Seat,
        _ room: any AnyRoom,
        _ message: ClientMessage
    ) throws(WireError) {
        let lastVersion = try Greeting.version(message.payload)
        guard documents.waitMs(at: now) == nil else {
            throw WireError(.rateLimited, "the document was requested too often")
        }
        let byteCount = room.resume(seat, lastVersion: lastVersion, inReplyTo: message.messageID)
        documents.charge((byteCount + 1023) / 1024, at: now)
    }

    /// TIME_PONG: when the message came in and when the answer left; one turn apart at most.
    private func pong(_ message: ClientMessage) throws(WireError) {
        guard let t0 = message.payload["t0"], t0.int != nil || t0.isDouble else {
            throw WireError(.badMessage, "t0 is a number", field: "payload.t0")
        }
        var frames = Frames(session: session, now: now)
        frames.message("TIME_PONG", inReplyTo: message.messageID) { writer in
            writer.beginObject()
            writer.key("t0")
            t0.write(to: &writer)
            writer.member("t1", heardAt.ms)
            writer.member("t2", now.ms)
            writer.endObject()
        }
        send(frames)
    }
}

extension JSONValue {
    fileprivate var isDouble: Bool {
        if case .double = self { true } else { false }
    }
}
