import GameState
import LiveStore
import Protocol

// Who is here, on this gateway or another.
extension Room {
    /// A viewer who has not come back here in time may be on another gateway.
    func lookFor(_ viewer: Viewer) {
        guard !isOver, seats.seats(of: viewer).isEmpty else { return }
        let isAsking = !leaving.isEmpty
        leaving.append(viewer)
        guard !isAsking else { return }
        // All that leave in one turn are looked for at once.
        ports.scheduler.afterTurn { [weak self] in self?.lookForTheLeaving() }
    }

    private func lookForTheLeaving() {
        ports.live.presence(in: session) { [weak self] result in
            guard let self else { return }
            let gone = leaving
            leaving = []
            guard !isOver else { return }
            // A store that is away says nothing of anybody; the pulse finds out later.
            guard case .success(let viewers) = result else { return }
            let present = Set(viewers.values)
            for viewer in gone where !present.contains(viewer) && seats.seats(of: viewer).isEmpty {
                submit(.presence(viewer, isConnected: false))
            }
        }
    }

    /// Says again who is here, where another gateway, or this one before it knew, said they were not.
    func affirmPresence() {
        guard !isOver else { return }
        if seats.host != nil, !lobby.isHostConnected {
            submit(.presence(.host, isConnected: true))
        }
        if !seats.tvs.isEmpty, !lobby.isTVConnected { submit(.presence(.tv, isConnected: true)) }
        for player in lobby.players where !player.isConnected && seats.players[player.id] != nil {
            submit(.presence(.player(player.id), isConnected: true))
        }
    }

    /// After the room was opened from what is stored: whoever is connected nowhere is away, whatever
    /// the state says, once all had time to come back.
    package func awaitTheAbsent() {
        _ = ports.scheduler.schedule(at: ports.scheduler.now + RoomTimes.homecomingMs) {
            [weak self] in
            guard let self else { return }
            ports.live.presence(in: session) { [weak self] result in
                guard let self, !isOver, case .success(let viewers) = result else { return }
                for viewer in missing(among: viewers) {
                    submit(.presence(viewer, isConnected: false))
                }
            }
        }
    }

    /// Shown as connected, and connected nowhere; in the lobby's order.
    private func missing(among viewers: [ConnectionID: Viewer]) -> [Viewer] {
        var shown: [Viewer] = []
        if lobby.isHostConnected { shown.append(.host) }
        if lobby.isTVConnected { shown.append(.tv) }
        for player in lobby.players where player.isConnected { shown.append(.player(player.id)) }
        guard !shown.isEmpty else { return [] }
        let present = Set(viewers.values)
        return shown.filter { !present.contains($0) && seats.seats(of: $0).isEmpty }
    }

    /// Keeps the session alive in the store, and learns from it what was not told here.
    func pulse() {
        ports.live.pulse(session, joinCode: lobby.joinCode, renewing: seatings) {
            [weak self] result in
            guard let self, !isOver, case .success(let pulse) = result else { return }
            take(pulse)
        }
    }

    private func take(_ pulse: Pulse) {
        switch pulse.session {
        case .removed:
            leave()
            return
        case .version(let version) where version == state.version: break
        case .version, .nothing: catchUp { _ in }
        }
        for newer in pulse.newer { yield(to: newer) }
        // Twice in a row: a client that moves from one gateway to another is nowhere for a moment.
        let missing = missing(among: pulse.viewers)
        for viewer in missing where absentees.contains(viewer) {
            submit(.presence(viewer, isConnected: false))
        }
        absentees = Set(missing)
        endIfDeserted(isEmpty: pulse.viewers.isEmpty)
    }

    private func endIfDeserted(isEmpty: Bool) {
        guard isEmpty, seats.isEmpty else {
            emptySince = ports.scheduler.now
            return
        }
        let emptyForMs = ports.scheduler.now - emptySince
        switch lobby.status {
        case .lobby, .active:
            if emptyForMs >= RoomTimes.idleMs { submit(.close) }
        case .ended:
            if emptyForMs >= RoomTimes.farewellMs { end() }
        }
    }
}
