import GameState
import Protocol

/// The answer to a command or a call.
enum Answer<Event: GameEvent>: Equatable {
    /// It went through; the replies among its effects are for the sender.
    case done([Effect<Event>])
    case refused(Refusal<Event>)
    /// A repeat gets the answer of the first one.
    case again(Receipts.Receipt)

    static func failed(_ error: WireError) -> Self { .refused(.error(error)) }

    /// Answer to a REST call.
    var result: Result<Void, WireError> {
        switch self {
        case .done, .again: .success(())
        case .refused(.error(let error)): .failure(error)
        case .refused(.own): .failure(WireError(.wrongState, "the game refuses it to a call"))
        }
    }

    /// Frames for the sender of a message; empty: nothing.
    func frames(_ session: SessionID, inReplyTo messageID: String?, at now: ServerTime) -> Frames {
        var frames = Frames(session: session, now: now)
        switch self {
        case .done(let effects):
            for case .reply(let event) in effects {
                frames.append(event, version: nil, inReplyTo: messageID)
            }
        case .refused(let refusal):
            frames.append(refusal, version: nil, inReplyTo: messageID)
        case .again(let receipt):
            if let reply = receipt.reply, let messageID {
                frames.repeated(reply, inReplyTo: messageID)
            }
        }
        return frames
    }

    /// Receipt of a command that was not committed. A refusal that a repeat may overcome leaves none.
    var receipt: Receipts.Reply? {
        guard case .refused(let refusal) = self else { return nil }
        if case .error(let error) = refusal, error.code.isRetryable { return nil }
        var writer = JSONWriter()
        refusal.write(to: &writer)
        return Receipts.Reply(type: "\(refusal.type)", payload: writer.bytes)
    }
}
