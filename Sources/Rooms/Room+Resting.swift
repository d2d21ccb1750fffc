import GameState
import Protocol
import Timers

// How a room that nobody is in goes to rest (docs/decisions/0033-rooms-at-rest.md).
extension Room {
    /// Nil while the room can't rest: somebody is here or was a minute ago, something is under way,
    /// or something falls due so soon that it is not worth it.
    package var restingPoint: RestingPoint? {
        guard let quietSince, environment.scheduler.now - quietSince >= RoomTimes.quietMs, isIdle
        else {
            return nil
        }
        let due = due
        guard due - environment.scheduler.now >= RoomTimes.shortestRestMs else { return nil }
        return RestingPoint(
            version: state.version,
            emptySince: attendance.emptySince,
            due: due,
            isTimed: isTimed
        )
    }

    /// When the room has something to do, whoever comes.
    private var due: ServerTime {
        let now = environment.scheduler.now
        let end: ServerTime
        switch lobby.status {
        case .lobby, .active: end = attendance.emptySince + RoomTimes.idleMs
        case .ended: end = attendance.emptySince + RoomTimes.farewellMs
        }
        var due = end
        for timer in state.game.timers {
            if let deadline = timer.deadline { due = min(due, deadline) }
        }
        for player in lobby.players {
            if let since = player.awaySince { due = min(due, since + Lobby.absenceMs) }
        }
        // Another gateway sees to whoever is connected there, as long as it lives.
        return isAnybodyShown ? min(due, now + RoomTimes.lookMs) : due
    }

    private var isAnybodyShown: Bool {
        lobby.isHostConnected || lobby.isTVConnected
            || lobby.players.contains(where: \.isConnected)
    }

    /// Counts the time without anybody, once a beat.
    func noteQuiet() {
        guard attendance.isDeserted else {
            quietSince = nil
            return
        }
        if quietSince == nil { quietSince = environment.scheduler.now }
        if restingPoint != nil { environment.mayRest(session) }
    }

    package func stayAwake() {
        quietSince = nil
    }

    package func rest() {
        precondition(restingPoint != nil, "a room goes to rest while it has something to do")
        letGo()
        _ = line.end()
    }
}
