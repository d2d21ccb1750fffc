import GameState
import LiveStore
import Protocol
import Timers

/// Looks after a room: keeps its earliest timer armed, has content fetched and the link renewed, and beats.
///
/// `Upkeep` decides. Confined to its room's loop, and there as long as the room.
final class Caretaker<G: Game> {
    private unowned let room: Room<G>
    private let environment: any RoomEnvironment
    private let fetchFresh: ContentSource<G>
    private var upkeep: Upkeep<G>
    /// The wake-up for the earliest timer that runs.
    private var armed: Deadline?
    /// The next beat; nil once the room has ended or rests.
    private var heartbeat: Deadline?
    /// The room's place among the times at which rooms beat.
    private let phaseMs: Int64
    /// The address of the link as this gateway last made it: only one that has become another there is restated,
    /// or two gateways that have different ones would do it in turn.
    private var homeURL: String?

    init(of room: Room<G>, quietSince: ServerTime, _ fetchFresh: @escaping ContentSource<G>) {
        self.room = room
        environment = room.environment
        self.fetchFresh = fetchFresh
        upkeep = Upkeep(
            joinLinkMs: environment.joinLinkMs,
            quietMs: environment.quietMs,
            quietSince: quietSince
        )
        phaseMs = Heartbeat.phaseMs(environment.makeRandomNumber())
    }

    /// True until the room has ended or rests.
    var isAtWork: Bool { heartbeat != nil }

    /// The room opens.
    func open() {
        lookHome()
        beat()
    }

    /// The address of this machine may have become another.
    private func lookHome() {
        let lobby = room.lobby
        let home = environment.joinURL(of: room.session, token: "")
        guard home != homeURL else { return }
        homeURL = home
        let link = lobby.joinToken.map { environment.joinURL(of: room.session, token: $0.text) }
        perform(upkeep.opened(room.state, leadsHere: link == lobby.joinURL, at: room.now))
    }

    /// The room is over or rests.
    func stop() {
        perform(upkeep.ended())
        if let heartbeat { environment.scheduler.cancel(heartbeat) }
        heartbeat = nil
    }

    /// The state is another one.
    func keepUp() {
        guard !room.isOver else { return perform(upkeep.ended()) }
        perform(upkeep.changed(room.state, at: room.now))
    }

    /// Nobody is in the room, on any gateway.
    func wasDeserted(since emptySince: ServerTime) {
        perform(upkeep.deserted(room.state, since: emptySince, at: environment.scheduler.now))
    }

    func stayAwake() {
        upkeep.stayAwake()
    }

    func restingPoint(emptySince: ServerTime) -> RestingPoint? {
        upkeep.restingPoint(room.state, emptySince: emptySince, at: environment.scheduler.now)
    }

    private func perform(_ actions: [Upkeep<G>.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: Upkeep<G>.Action) {
        switch action {
        case .arm(let next):
            disarm()
            armed = environment.scheduler.schedule(at: next.at) { [weak self, weak room] in
                guard let self, let room else { return }
                withExtendedLifetime(room) {
                    upkeep.awoke()
                    room.submit(.timer(next.timer))
                }
            }
        case .disarm: disarm()
        case .fetch(let wish):
            fetchFresh(wish, room.session) { [weak room] content in
                room?.submit(.content(content, for: wish))
            }
        case .restateLink(let token): submitJoinLink(token)
        case .renewLink(let former):
            let text = environment.makeJoinToken()
            submitJoinLink(JoinToken(text, madeAt: room.now, replacing: former))
        case .tellAway(let player): room.submit(.away(player))
        case .close: room.submit(.close)
        case .forget: if room.state.knowsRules { room.end() } else { room.leave() }
        }
    }

    private func disarm() {
        if let armed { environment.scheduler.cancel(armed) }
        armed = nil
    }

    // MARK: The link for players

    private func submitJoinLink(_ token: JoinToken) {
        let done = Completion<Result<Void, WireError>> { [weak self] _ in
            self?.upkeep.linkSettled()
        }
        let url = environment.joinURL(of: room.session, token: token.text)
        room.submit(.joinLink(url, token: token), from: .call(done))
    }

    func whenInviting(_ action: @escaping (JoinToken?) -> Void) {
        let renewal = upkeep.invited(room.state, at: room.now)
        perform(renewal)
        guard upkeep.isRenewingLink else {
            // One that was refused at once is renewed no more than before.
            let isGood = upkeep.invited(room.state, at: room.now).isEmpty
            if !isGood { upkeep.linkSettled() }
            return action(isGood ? room.lobby.joinToken : nil)
        }
        room.afterPending { [weak self] in
            action(self.flatMap { $0.upkeep.isRenewingLink ? nil : $0.room.lobby.joinToken })
        }
    }

    // MARK: The beat

    /// The room's slow pulse, at a time of its own that it shares with others.
    private func beat() {
        guard !room.isOver else { return }
        let after = environment.scheduler.now
        heartbeat = environment.scheduler.schedule(
            at: Heartbeat.next(after: after, phaseMs: phaseMs)
        ) { [weak self, weak room] in
            guard let self, let room else { return }
            withExtendedLifetime(room) {
                room.beat()
                lookHome()
                perform(upkeep.beat(room.state, isDeserted: room.isDeserted, at: room.now))
                if room.restingPoint != nil { environment.mayRest(room.session) }
                beat()
            }
        }
    }
}
