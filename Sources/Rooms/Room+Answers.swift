import GameState
import Protocol
import Transport

// What goes back to the one who asked.
extension Room {
    func refuse(_ sender: Sender, _ refusal: Refusal) {
        switch (sender, refusal) {
        case (.nobody, _):
            break
        case (.seat, .error(let error)), (.call, .error(let error)):
            fail(sender, error)
        case (.call(let done), .brake):
            done(.failure(WireError(.wrongState, "the brake is not for REST")))
        case (.seat(let seat, let messageID), .brake):
            ports.didRefuse(refusal)
            reply(to: seat, messageID, refusal.type) { refusal.write(to: &$0) }
        }
    }

    func fail(_ sender: Sender, _ error: WireError) {
        switch sender {
        case .nobody: break
        case .call(let done): done(.failure(error))
        case .seat(let seat, let messageID):
            ports.didRefuse(.error(error))
            // What may succeed when it is tried again leaves no receipt.
            reply(to: seat, messageID, "ERROR", isFinal: !error.code.isRetryable) {
                error.write(to: &$0)
            }
        }
    }

    func acknowledge(_ sender: Sender) {
        switch sender {
        case .nobody: break
        case .call(let done): done(.success(()))
        case .seat(let seat, let messageID): settle(seat, messageID)
        }
    }

    /// Sends a message to one client, and remembers it as the answer to its command.
    private func reply(
        to seat: Seat,
        _ messageID: String?,
        _ type: StaticString,
        isFinal: Bool = true,
        payload: (inout JSONWriter) -> Void
    ) {
        settle(seat, messageID)
        if let messageID, isFinal, isMember(seat.viewer) {
            var writer = JSONWriter()
            payload(&writer)
            state.receipts.keep(
                Receipts.Reply(type: "\(type)", payload: writer.bytes),
                messageID: messageID,
                of: seat.viewer
            )
        }
        var frames = Frames(session: session, now: now)
        frames.message(type, inReplyTo: messageID, payload: payload)
        answer(seat, frames)
    }

    /// Sends an answer to where its viewer is now: who came back meanwhile waits for it there.
    func answer(_ seat: Seat, _ frames: Frames) {
        let present = seat.isVacated ? seats.seats(of: seat.viewer).first : seat
        present?.outlet?.send(frames.outbound(.required))
    }

    /// The command's answer is on its way: a repeat is answered from the receipt now.
    func settle(_ seat: Seat, _ messageID: String?) {
        guard let messageID else { return }
        unanswered[MessageKey(viewer: seat.viewer, messageID: messageID)] = nil
    }

    /// Whether a command that waited was committed meanwhile by another gateway, or by this one in a
    /// commit whose acknowledgement was lost; answers it then.
    func isKnown(_ pending: Pending) -> Bool {
        guard case .seat(let seat, let messageID?) = pending.sender,
            state.receipts.receipt(of: seat.viewer, messageID: messageID) != nil
        else { return false }
        let key = MessageKey(viewer: seat.viewer, messageID: messageID)
        let asker = unanswered[key] ?? seat
        settle(seat, messageID)
        return answerRepeat(messageID, from: asker)
    }

    /// Answers a repeated command with what the first one got.
    ///
    /// - Returns: false when this is no repeat.
    func answerRepeat(_ messageID: String, from seat: Seat) -> Bool {
        let key = MessageKey(viewer: seat.viewer, messageID: messageID)
        if unanswered[key] != nil {
            unanswered[key] = seat
            return true
        }
        guard let receipt = state.receipts.receipt(of: seat.viewer, messageID: messageID) else {
            return false
        }
        if let reply = receipt.reply {
            var frames = Frames(session: session, now: now)
            frames.repeated(reply, inReplyTo: messageID)
            seat.outlet?.send(frames.outbound(.required))
        }
        return true
    }
}
