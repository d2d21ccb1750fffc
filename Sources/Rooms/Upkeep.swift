import GameState
import Protocol
import Timers

/// The acts of a room by itself, without a client: it keeps a timer armed, fetches the content that
/// its game wishes for, renews the link for players, notices players who have been away for too
/// long, and ends or rests once nobody is there.
///
/// A value without I/O: the state goes in, and out come the actions that the room carries out in
/// their order.
struct Upkeep<G: Game> {
    enum Action: Equatable {
        /// Takes the place of the wake-up before.
        case arm(WakeUp)
        case disarm
        case fetch(G.Wish)
        /// The link that leads here has another address than the one that players were given.
        case restateLink(JoinToken)
        /// A fresh link takes the place of this one.
        case renewLink(JoinToken?)
        case tellAway(PlayerID)
        /// Nobody has been here for hours: the session ends.
        case close
        /// The session has ended, and nobody looks at it any more.
        case forget
    }

    /// Milliseconds that a link for players is good for.
    private let joinLinkMs: Int64
    /// Milliseconds of quiet before a rest.
    private let quietMs: Int64
    /// The wake-up that is armed; nil once it has come.
    private var armed: WakeUp?
    private var fetching: G.Wish?
    /// A new link for players is on its way.
    private(set) var isRenewingLink = false
    /// Since when nobody has been in the room or asked for it, as far as its beats have seen.
    private var quietSince: ServerTime?

    init(joinLinkMs: Int64, quietMs: Int64 = RoomTimes.quietMs, quietSince: ServerTime) {
        self.joinLinkMs = joinLinkMs
        self.quietMs = quietMs
        self.quietSince = quietSince
    }

    // MARK: The state moves on

    /// A room opens, or the address of its gateway has become another.
    ///
    /// - Parameter leadsHere: whether the address of the session's link is this gateway's: it may be another
    ///   one than before.
    mutating func opened(
        _ state: RoomState<G>,
        leadsHere: Bool,
        at now: ServerTime
    ) -> [Action] {
        guard !leadsHere, let token = state.game.lobby.joinToken else {
            return changed(state, at: now)
        }
        isRenewingLink = true
        return changed(state, at: now) + [.restateLink(token)]
    }

    /// The state is another one.
    mutating func changed(_ state: RoomState<G>, at now: ServerTime) -> [Action] {
        var actions: [Action] = []
        let next = state.game.nextTimer
        if next != armed {
            armed = next
            actions.append(next.map { .arm($0) } ?? .disarm)
        }
        if let wish = state.game.wish {
            // Once per wish, and by its own rules.
            if wish != fetching, state.knowsRules {
                fetching = wish
                actions.append(.fetch(wish))
            }
        } else {
            fetching = nil
        }
        return actions + invited(state, at: now)
    }

    /// Somebody asks for the link for players: it is renewed where there is none that is good. The session
    /// is older than such links, the host wants another, or its time is up.
    mutating func invited(_ state: RoomState<G>, at now: ServerTime) -> [Action] {
        let lobby = state.game.lobby
        if let token = lobby.joinToken, !token.isRevoked, now - token.madeAt < joinLinkMs {
            return []
        }
        guard lobby.status != .ended, !isRenewingLink else { return [] }
        isRenewingLink = true
        return [.renewLink(lobby.joinToken)]
    }

    /// The new link is committed, or could not be.
    mutating func linkSettled() {
        isRenewingLink = false
    }

    /// The wake-up has come.
    mutating func awoke() {
        armed = nil
    }

    /// The room is over or rests: the wake-up goes.
    mutating func ended() -> [Action] {
        defer { armed = nil }
        return armed == nil ? [] : [.disarm]
    }

    // MARK: Time goes by

    /// The room's slow pulse. The wake-up is armed anew, as one that came may not have been used.
    mutating func beat(
        _ state: RoomState<G>,
        isDeserted: Bool,
        at now: ServerTime
    ) -> [Action] {
        quietSince = isDeserted ? quietSince ?? now : nil
        armed = nil
        let lobby = state.game.lobby
        return changed(state, at: now)
            + lobby.players.lazy.filter { lobby.isAbsent($0.id, at: now) }.map { .tellAway($0.id) }
    }

    /// Somebody asks for the room: another minute passes before it rests.
    mutating func stayAwake() {
        quietSince = nil
    }

    /// Called when nobody is in the room, on any gateway.
    func deserted(
        _ state: RoomState<G>,
        since emptySince: ServerTime,
        at now: ServerTime
    ) -> [Action] {
        guard now >= state.game.lobby.end(emptySince: emptySince) else { return [] }
        return switch state.game.lobby.status {
        case .lobby, .active: [.close]
        case .ended: [.forget]
        }
    }

    /// Remains of the room if it goes to rest now (docs/decisions/0033-rooms-at-rest.md); nil while
    /// somebody is here or was a minute ago, or something falls due so soon that it is not worth it.
    func restingPoint(
        _ state: RoomState<G>,
        emptySince: ServerTime,
        at now: ServerTime
    ) -> RestingPoint? {
        guard let quietSince, now - quietSince >= quietMs, !isRenewingLink,
            state.game.wish == nil
        else { return nil }
        let due = Self.due(state.game, emptySince: emptySince, at: now)
        guard due - now >= RoomTimes.shortestRestMs else { return nil }
        return RestingPoint(
            version: state.version,
            emptySince: emptySince,
            due: due,
            isTimed: state.game.nextTimer != nil
        )
    }

    /// Time at which a room has something to do by itself.
    private static func due(
        _ game: G,
        emptySince: ServerTime,
        at now: ServerTime
    ) -> ServerTime {
        let lobby = game.lobby
        var due = lobby.end(emptySince: emptySince)
        if let next = game.nextTimer { due = min(due, next.at) }
        for player in lobby.players {
            if let since = player.awaySince { due = min(due, since + Lobby.absenceMs) }
        }
        // Another gateway looks after those connected there, as long as it lives.
        return lobby.isAnybodyShown ? min(due, now + RoomTimes.lookMs) : due
    }
}

/// When a room must be awake next, and for which timer of its game.
struct WakeUp: Equatable {
    var at: ServerTime
    var timer: TimerID
}

extension Game {
    /// The earliest timer that runs.
    var nextTimer: WakeUp? {
        let running = timers.lazy.compactMap { timer in
            timer.deadline.map { WakeUp(at: $0, timer: timer.id) }
        }
        return running.min { $0.at < $1.at }
    }
}

extension Lobby {
    /// When a session that nobody is connected to comes to its end, or is forgotten.
    fileprivate func end(emptySince: ServerTime) -> ServerTime {
        switch status {
        case .lobby, .active: emptySince + RoomTimes.idleMs
        case .ended: emptySince + RoomTimes.farewellMs
        }
    }

    fileprivate var isAnybodyShown: Bool {
        isHostConnected || isTVConnected || players.contains(where: \.isSeated)
    }
}
