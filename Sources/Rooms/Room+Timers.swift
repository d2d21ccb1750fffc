import GameState
import Protocol
import Transport

// What happens by itself.
extension Room {
    /// Arms the wake-up for the earliest timer that runs.
    func arm() {
        if let armed { ports.scheduler.cancel(armed) }
        armed = nil
        let running = state.game.timers.compactMap { timer in
            timer.deadline.map { (at: $0, id: timer.id) }
        }
        guard !isOver, let next = running.min(by: { $0.at < $1.at }) else { return }
        armed = ports.scheduler.schedule(at: next.at) { [weak self] in
            self?.submit(.timer(next.id))
        }
    }

    package var isTimed: Bool { !isOver && state.game.timers.contains { $0.deadline != nil } }

    /// Asks for the content that the game wishes for, once per wish.
    func fetchContent() {
        guard let wish = state.game.wish, wish != fetching, !isOver else {
            if state.game.wish == nil { fetching = nil }
            return
        }
        fetching = wish
        ports.fetchContent(wish) { [weak self] content in
            self?.submit(.content(content, for: wish))
        }
    }

    /// The room's slow pulse, at a time of its own that it shares with others.
    func beat() {
        guard !isOver else { return }
        let after = ports.scheduler.now
        heartbeat = ports.scheduler.schedule(at: Heartbeat.next(after: after, phaseMs: phaseMs)) {
            [weak self] in
            guard let self else { return }
            arm()
            synchroniseTimers()
            pulse()
            renewJoinLink()
            retireTheAbsent()
            beat()
        }
    }

    private func synchroniseTimers() {
        guard !seats.isEmpty else { return }
        var frames = Frames(session: session, now: now)
        for timer in state.game.timers where timer.isShown && timer.pausedWithMs == nil {
            frames.synchronise(TimerChange(timer: timer, phase: .sync), at: now, version: nil)
        }
        guard !frames.isEmpty else { return }
        let bytes = frames.outbound(.droppable)
        for seat in seats.all { seat.outlet?.send(bytes) }
    }

    /// The link of a session that was opened leads to this gateway, whatever its address was before.
    func openJoinLink() {
        guard let token = lobby.joinToken, ports.joinLinks.url(token.text) != lobby.joinURL else {
            return renewJoinLink()
        }
        submitJoinLink(token)
    }

    /// A fresh link where there is none that is good: the session is older than such links, the host
    /// wants another, or its time is up.
    func renewJoinLink() {
        if let token = lobby.joinToken, !token.isRevoked,
            now - token.madeAt < ports.joinLinks.lifetimeMs
        {
            return
        }
        guard lobby.status != .ended, !isRenewingJoinLink else { return }
        submitJoinLink(
            JoinToken(ports.joinLinks.makeToken(), madeAt: now, replacing: lobby.joinToken)
        )
    }

    private func submitJoinLink(_ token: JoinToken) {
        isRenewingJoinLink = true
        submit(
            .joinLink(ports.joinLinks.url(token.text), token: token),
            from: .call { [weak self] _ in self?.isRenewingJoinLink = false }
        )
    }

    private func retireTheAbsent() {
        greetingBuckets = greetingBuckets.filter { !$0.value.isFull(at: now) }
        for player in lobby.players {
            guard let since = player.awaySince, now - since >= Lobby.absenceMs else { continue }
            submit(.away(player.id))
        }
    }
}
