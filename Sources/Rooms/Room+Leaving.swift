import GameState
import Protocol
import Transport
import WebSocket

// How seats are lost, and how the room ends.
extension Room {
    /// A player who left or was removed loses the connection, and may not come back by the same seat.
    func dismiss(_ player: PlayerID, _ why: Effect<G.Event>.Dismissal) {
        cooldown.forget(player)
        answerBuckets[player] = nil
        learnDevice(of: player, seats.players[player]?.device)
        guard let seat = seats.players[player], seats.remove(seat) else { return }
        if seats.isEmpty { emptySince = ports.scheduler.now }
        switch why {
        case .left: seat.outlet?.close(.normal, reason: "")
        case .kicked: part(with: seat, .removed)
        }
    }

    /// The session knows by which device a removed player came.
    func learnDevice(of player: PlayerID, _ device: DeviceMark?) {
        guard let device, let removal = lobby.removal(of: player), removal.device != device else {
            return
        }
        ports.scheduler.afterTurn { [weak self] in self?.submit(.device(player, device)) }
    }

    /// Players who left or were removed on another gateway lose their connection here too.
    func dismissTheGone() {
        for player in seats.players.keys where lobby.player(player) == nil {
            dismiss(player, .kicked)
        }
    }

    /// Tells a client why, then closes its connection with the code that says the same.
    func part(with seat: Seat, _ error: WireError) {
        ports.didRefuse(.error(error))
        var frames = Frames(session: session, now: now)
        frames.message("ERROR") { error.write(to: &$0) }
        seat.outlet?.send(frames.outbound(.required))
        seat.outlet?.close(CloseCode(for: error.code), reason: error.code.rawValue)
    }

    /// Everybody goes, and nothing of the session stays.
    func end() {
        guard !isOver else { return }
        leave(forgetting: false)
        let didEnd = ports.didEnd
        ports.live.remove(session, joinCode: lobby.joinCode) { _ in didEnd() }
    }

    /// Everybody goes: the session was removed elsewhere.
    func leave() {
        guard !isOver else { return }
        leave(forgetting: true)
    }

    private func leave(forgetting isForgotten: Bool) {
        isOver = true
        ports.live.unfollow(session)
        if let armed { ports.scheduler.cancel(armed) }
        if let heartbeat { ports.scheduler.cancel(heartbeat) }
        failWaiting(.sessionOver)
        for pending in unsure { fail(pending.sender, .sessionOver) }
        unsure = []
        // In one order, so that a seed tells the same story twice.
        for seat in seats.all.sorted(by: { $0.connection.rawValue < $1.connection.rawValue }) {
            part(with: seat, .sessionOver)
            _ = seats.remove(seat)
        }
        let latecomers = latecomers
        self.latecomers = []
        for done in latecomers { done(.reached) }
        if isForgotten { ports.didEnd() }
    }
}
