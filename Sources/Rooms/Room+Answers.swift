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
        case (.call(let call), .brake):
            call.call(.failure(WireError(.wrongState, "the brake is not for REST")))
        case (.seat(let seat, let messageID), .brake):
            environment.didRefuse(refusal)
            reply(to: seat, messageID, refusal.type) { refusal.write(to: &$0) }
        }
    }

    func fail(_ sender: Sender, _ error: WireError) {
        switch sender {
        case .nobody: break
        case .call(let call): call.call(.failure(error))
        case .seat(let seat, let messageID):
            environment.didRefuse(.error(error))
            // What may succeed when it is tried again leaves no receipt.
            reply(to: seat, messageID, "ERROR", isFinal: !error.code.isRetryable) {
                error.write(to: &$0)
            }
        }
    }

    func acknowledge(_ sender: Sender) {
        switch sender {
        case .nobody: break
        case .call(let call): call.call(.success(()))
        case .seat: settle(sender)
        }
    }

    /// An input by a connection that has lost its seat does not count, and nobody waits for its answer.
    func drop(_ sender: Sender) {
        settle(sender)
    }

    /// Answers a repeated command with what the first one got.
    func answerAgain(_ sender: Sender, _ receipt: Receipts.Receipt) {
        settle(sender)
        guard case .seat(let seat, let messageID?) = sender, let reply = receipt.reply else {
            return
        }
        var frames = Frames(session: session, now: now)
        frames.repeated(reply, inReplyTo: messageID)
        answer(seat, frames)
    }

    /// Answers a command or a call whose commit went through.
    func answer(_ sender: Sender, _ effects: [Effect<G.Event>]) {
        switch sender {
        case .nobody: break
        case .call(let call): call.call(.success(()))
        case .seat(let seat, let messageID):
            settle(sender)
            var frames = Frames(session: session, now: now)
            for case .reply(let event) in effects {
                frames.append(event, version: nil, inReplyTo: messageID)
            }
            if !frames.isEmpty { answer(seat, frames) }
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
        settle(.seat(seat, messageID: messageID))
        if let messageID, isFinal, isMember(seat.viewer) {
            var writer = JSONWriter()
            payload(&writer)
            line.keep(
                Receipts.Reply(type: "\(type)", payload: writer.bytes),
                for: MessageKey(viewer: seat.viewer, messageID: messageID)
            )
        }
        var frames = Frames(session: session, now: now)
        frames.message(type, inReplyTo: messageID, payload: payload)
        answer(seat, frames)
    }

    /// Sends an answer to where its viewer is now: one who came back meanwhile waits for it there.
    private func answer(_ seat: Seat, _ frames: Frames) {
        let present = seat.isVacated ? seats.seats(of: seat.viewer).first : seat
        present?.outlet?.send(frames.outbound(.required))
    }

    private func settle(_ sender: Sender) {
        guard case .seat(let seat, let messageID?) = sender else { return }
        gate.settle(MessageKey(viewer: seat.viewer, messageID: messageID))
    }
}
