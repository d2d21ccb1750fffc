import Protocol
import Timers
import Transport

// Faults planted on purpose.
extension Evening {
    var gatewayScheduler: any Scheduler {
        switch flaw {
        case .firesEarly: HastyScheduler(scheduler)
        case .oversleeps: ForgetfulScheduler(scheduler)
        case .none, .leaksSecret, .leaksClip, .repeatsTwice, .sendsOldVersion, .losesOperation,
            .acknowledgesTooSoon, .losesReply, .losesEntry, .ignoresSeats, .keepsClaims,
            .remembersRefusals, .neverAnswers:
            scheduler
        }
    }

    func sabotaged(_ message: ClientMessage) -> ClientMessage {
        guard flaw == .repeatsTwice, let id = message.messageID else { return message }
        var message = message
        if !messagesHeard.insert(id).inserted { message.messageID = nil }
        return message
    }

    /// Frames of a room that breaks laws.
    func sabotaged(_ frames: [ServerFrame], for client: SimulatedClient<G>) -> [ServerFrame] {
        switch flaw {
        case .sendsOldVersion:
            return frames.flatMap { frame -> [ServerFrame] in
                guard frame.type == "STATE_SNAPSHOT" else { return [frame] }
                let old = firstSnapshots[client.name] ?? frame
                firstSnapshots[client.name] = old
                return [frame, old]
            }
        case .losesOperation:
            return frames.map { frame in
                var frame = frame
                if frame.patch?.operations.count ?? 0 > 1 { frame.patch?.operations.removeLast() }
                return frame
            }
        case .losesReply:
            return frames.filter { $0.type != "BRAKE_REJECTED" }
        case .acknowledgesTooSoon:
            return frames.map { frame in
                var frame = frame
                if frame.type == "ERROR", frame.inReplyTo != nil { frame.type = "ANSWER_ACK" }
                return frame
            }
        case .none, .leaksSecret, .leaksClip, .repeatsTwice, .firesEarly, .losesEntry,
            .ignoresSeats, .keepsClaims, .oversleeps, .remembersRefusals, .neverAnswers:
            return frames
        }
    }

    /// A frame with a word that nobody may know.
    func sabotaged(_ bytes: OutboundBytes, for client: SimulatedClient<G>) -> OutboundBytes {
        let leaked = flaw.flatMap { G.secret(of: truth.game, leakedBy: $0, to: client.viewer) }
        return leaked.map { OutboundBytes(Array($0.utf8)) } ?? bytes
    }

    func sabotageJournal() {
        if flaw == .losesEntry { truth.loseJournalEntry() }
    }
}
