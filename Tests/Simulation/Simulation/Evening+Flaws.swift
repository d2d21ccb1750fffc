import GameState
import LiveStore
import Protocol
import Rooms
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
            .remembersRefusals, .neverAnswers, .tellsNothing, .hidesRemovals, .keepsReceipts:
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
            .ignoresSeats, .keepsClaims, .oversleeps, .remembersRefusals, .neverAnswers,
            .tellsNothing, .hidesRemovals, .keepsReceipts:
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

    /// True for news that others are not told.
    func isHidden(_ news: SessionEvent) -> Bool {
        guard case .committed(let entry) = news else { return false }
        return switch flaw {
        case .tellsNothing: true
        case .hidesRemovals: CommittedInput(entry.body).text.contains("\"kick\"")
        case .none, .leaksSecret, .leaksClip, .repeatsTwice, .sendsOldVersion, .losesOperation,
            .firesEarly, .acknowledgesTooSoon, .losesReply, .losesEntry, .oversleeps,
            .ignoresSeats, .keepsClaims, .remembersRefusals, .neverAnswers, .keepsReceipts:
            false
        }
    }

    /// A stored state with more receipts than there are viewers.
    func sabotaged(_ stored: LoadResult) -> LoadResult {
        guard flaw == .keepsReceipts, case .state(var whole) = stored,
            var state = whole.snapshot?.state.value as? RoomState<G>
        else { return stored }
        for number in 0..<64 {
            let ghost = Viewer.player(PlayerID(rawValue: "ghost\(number)"))
            state.receipts.keep(nil, messageID: "1", of: ghost)
        }
        whole.snapshot?.state = LazyState(state)
        return .state(whole)
    }

    /// The last act of an evening, of which only one gateway hears.
    func actInSecret() throws(Violation) {
        switch flaw {
        case .hidesRemovals: removeSomebody()
        case .tellsNothing: seatSomebody()
        case .none, .leaksSecret, .leaksClip, .repeatsTwice, .sendsOldVersion, .losesOperation,
            .firesEarly, .acknowledgesTooSoon, .losesReply, .losesEntry, .oversleeps,
            .ignoresSeats, .keepsClaims, .remembersRefusals, .neverAnswers, .keepsReceipts:
            return
        }
        try run(forMs: 2_000)
    }

    private func seatSomebody() {
        guard let room = gateways[0].room, let name = try? PlayerName("Last") else { return }
        room.join(PlayerID(rawValue: "last"), name: name) { _ in }
    }

    /// The host removes a player who sits at another gateway.
    private func removeSomebody() {
        guard
            let host = clients.first(where: { $0.viewer == .host && $0.isUsable }),
            let guest = clients.first(where: {
                $0.viewer.role == .player && $0.isUsable
                    && $0.connection?.gateway !== host.connection?.gateway
            }), let player = guest.viewer.player
        else { return }
        host.say("HOST_KICK_PLAYER", ["playerId": .string(player.rawValue)])
    }
}
