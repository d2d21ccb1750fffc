import GameState
import Rooms
import LiveStore
import Protocol
import Seeded

/// One gateway: its link to the store, and its room of the session once asked for.
final class SimulatedGateway<G: SimulatedGame> {
    typealias RoomCompletion = (Result<Room<G>, WireError>) -> Void

    /// Interval at which it looks for timers that nobody sees to, in milliseconds.
    private let lookMs: Int64 = 1_000
    /// Lateness of such a timer, in milliseconds.
    private let graceMs: Int64 = 1_500

    let index: Int
    private unowned let evening: Evening<G>
    private(set) var link: StoreLink<G>
    private(set) lazy var environment = SimulatedEnvironment(evening, self)
    private(set) lazy var registry = makeRegistry()
    /// It stands still: no message reaches it, and no answer of the store.
    private var asleepUntil = ServerTime(ms: 0)
    /// Events that came meanwhile, in their order.
    private var held: [() -> Void] = []
    /// Counts its lives.
    private(set) var life = 0

    init(_ evening: Evening<G>, index: Int) {
        self.evening = evening
        self.index = index
        link = StoreLink(evening, gateway: index)
    }

    private func makeRegistry() -> RoomRegistry {
        RoomRegistry(
            environment,
            games: [
                RoomFactory(G.self) { [unowned evening] wish, _, done in
                    evening.fetch(wish, done)
                }
            ]
        )
    }

    var isAsleep: Bool { evening.scheduler.now < asleepUntil }

    /// Number of times it stood still.
    private(set) var sleepCount = 0

    func sleep(forMs ms: Int64) {
        sleepCount += 1
        asleepUntil = evening.scheduler.now + ms
    }

    /// Holds events that come while it stands still, in their order: so too an event that finds
    /// earlier ones still held, as after a jump of the clock.
    func whenAwake(_ action: @escaping () -> Void) {
        guard isAsleep || !held.isEmpty else { return action() }
        held.append(action)
        if held.count == 1 { wakeLater() }
    }

    private func wakeLater() {
        _ = evening.scheduler.schedule(at: asleepUntil) { [self] in
            if isAsleep { wakeLater() } else { handOverHeld() }
        }
    }

    private func handOverHeld() {
        var next = 0
        while next < held.count {
            held[next]()
            next += 1
        }
        held = []
    }

    /// The room that is open here.
    var room: Room<G>? { registry[evening.session] as? Room<G> }

    var isResting: Bool { registry.isResting(evening.session) }

    /// The room that is open here, else from the store, else rebuilt from the journal.
    func room(_ done: @escaping RoomCompletion) {
        let isOpen = room != nil
        if isResting { evening.count(.roomWoken) }
        registry.room(evening.session) { [unowned self] result in
            done(
                result.map { room in
                    guard let room = room as? Room<G> else {
                        preconditionFailure("a room of another game")
                    }
                    if !isOpen {
                        evening.tell("gateway \(index) has the room open at \(room.version)")
                    }
                    return room
                }
            )
        }
    }

    func rest() {
        registry.rest(evening.session)
        guard isResting else { return }
        evening.count(.roomRested)
        evening.tell("gateway \(index) lets the room rest")
    }

    /// Takes care of timers that nobody sees to, as a shard does.
    func pickUp() {
        guard evening.flaw != .oversleeps else { return }
        let life = life
        link.handOutOverdue(graceMs: graceMs) { [self] result in
            guard case .success(let sessions) = result, !sessions.isEmpty else { return }
            evening.tell("gateway \(index) picks up the room")
            room { if case .success(let room) = $0 { room.lookUp() } }
        }
        evening.scheduler.after(lookMs) { [self] in
            whenAwake { [self] in if self.life == life { pickUp() } }
        }
    }

    /// kill -9: no goodbye, nothing saved.
    func kill() {
        life += 1
        link.isCut = true
        link = StoreLink(evening, gateway: index)
        environment = SimulatedEnvironment(evening, self)
        registry = makeRegistry()
        asleepUntil = ServerTime(ms: 0)
        held = []
        pickUp()
    }
}
