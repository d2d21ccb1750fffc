import GameState
import Protocol
import Rooms
import Transport
import WebSocket

extension Socket {
    func greet(_ message: ClientMessage, token: String?) {
        do {
            let greeting = try Greeting(message)
            let viewer = try authenticate(greeting, token)
            shard.services.log.debug(
                "client greets",
                metadata: [
                    "session": "\(session)", "role": "\(viewer.role.rawValue)",
                    "version": "\(greeting.loggedVersion)",
                ]
            )
            if greeting.saysVersion { shard.services.metrics.greeted(greeting.version) }
            try greeting.require(shard.services.configuration.minClientVersion)
            enter(as: viewer, greeting)
        } catch {
            turnAway(error, inReplyTo: message.messageID)
        }
    }

    private func authenticate(
        _ greeting: Greeting,
        _ upgradeToken: String?
    ) throws(WireError) -> Viewer {
        if let first = upgradeToken, let second = greeting.token, first != second {
            throw WireError(.unauthorized, "two tokens that differ", field: "payload.authToken")
        }
        guard let token = upgradeToken ?? greeting.token else {
            throw WireError(.unauthorized, "no token", field: "payload.authToken")
        }
        let claims = try shard.services.tokens.signer.verify(token, .auth, for: session, at: now)
        guard greeting.role == nil || greeting.role == claims.viewer.role else {
            throw WireError(.forbidden, "the token is for another role", field: "payload.role")
        }
        return claims.viewer
    }

    private func enter(as viewer: Viewer, _ greeting: Greeting) {
        phase = .entering
        hideLengths(of: viewer)
        // Not weak: what has once been referred to weakly takes more memory, and more time with each
        // other reference, for as long as it lives.
        shard.room(session) { [self] result in
            guard case .entering = phase else { return }
            do {
                let room = try result.get()
                session = room.session
                let seat = try room.seat(
                    viewer,
                    connection: id,
                    device: greeting.device(of: viewer),
                    outlet: self,
                    lastVersion: greeting.lastVersion,
                    clientTime: greeting.clientTime
                )
                if seat.isTaken {
                    sit(on: seat, in: room)
                } else {
                    phase = .admitted(seat, room)
                }
            } catch let error as WireError {
                turnAway(error)
            } catch {
                turnAway(WireError(.internal, "no seat"))
            }
        }
        // Messages that arrive meanwhile wait in the client's own connection.
        if isEntering { connection.pauseReading() }
    }

    /// Says why there is no seat, and closes with the code that says the same.
    func turnAway(_ error: WireError, inReplyTo messageID: String? = nil) {
        refuse(error, inReplyTo: messageID)
        close(CloseCode(for: error.code), reason: error.closeReason)
    }
}
