import Archive
import GameState
import Rooms
import LiveStore
import Protocol
import Seeded

/// One gateway: its link to the store, and its room of the session once somebody asked for it.
final class SimulatedGateway {
    typealias RoomCompletion = (Result<Room<Tripto>, WireError>) -> Void

    let index: Int
    private unowned let evening: Evening
    private(set) var link: StoreLink
    private(set) var room: Room<Tripto>?
    private var opening: [RoomCompletion]?
    /// It stands still: nothing that is said reaches it, and no answer of the store.
    private var asleepUntil = ServerTime(ms: 0)
    /// Counts its lives.
    private(set) var life = 0

    init(_ evening: Evening, index: Int) {
        self.evening = evening
        self.index = index
        link = StoreLink(evening, gateway: index)
    }

    var isAsleep: Bool { evening.scheduler.now < asleepUntil }

    func sleep(forMs ms: Int64) {
        asleepUntil = evening.scheduler.now + ms
    }

    /// Whatever comes meanwhile comes in its order.
    func whenAwake(_ action: @escaping () -> Void) {
        guard isAsleep else { return action() }
        _ = evening.scheduler.schedule(at: asleepUntil, action)
    }

    /// The room that is open here, else from the store, else rebuilt from the journal.
    func room(_ done: @escaping RoomCompletion) {
        if let room {
            done(.success(room))
            return
        }
        guard opening == nil else {
            opening?.append(done)
            return
        }
        opening = [done]
        load()
    }

    private func load() {
        link.load(evening.session, since: nil) { [unowned self] result in
            switch result {
            case .success(.state(let stored)): open(stored)
            case .success(.nothing): rebuild()
            case .success(.removed):
                settle(.failure(WireError(.sessionEnded, "the session has ended")))
            case .failure: settle(.failure(WireError(.degraded, "the store can't be reached")))
            }
        }
    }

    private func rebuild() {
        guard evening.truth.game.lobby.status != .ended else {
            settle(.failure(WireError(.sessionEnded, "the session has ended")))
            return
        }
        let archived = ArchivedSession(
            game: Tripto.name,
            status: .active,
            entries: evening.truth.journal
        )
        guard let replayed = try? Replay.run(Tripto.self, archived) else {
            evening.laws.violate(.replay, "the session can't be rebuilt")
            return
        }
        link.restore(replayed.restoration) { [unowned self] _ in load() }
    }

    private func open(_ stored: StoredState) {
        guard let state = try? RoomState<Tripto>(stored) else {
            preconditionFailure("a stored state of another game")
        }
        evening.tell("gateway \(index) opens the room at \(state.version)")
        let made = begin(state)
        made.awaitTheAbsent()
        settle(.success(made))
    }

    @discardableResult
    func begin(_ state: RoomState<Tripto>) -> Room<Tripto> {
        let environment = SimulatedEnvironment(evening, self)
        let made = Room(state, in: environment) { [unowned evening] wish, _, done in
            evening.fetch(wish, done)
        }
        room = made
        return made
    }

    /// A room of this gateway's present life is over.
    func forgetRoom() {
        room = nil
    }

    private func settle(_ result: Result<Room<Tripto>, WireError>) {
        let waiting = opening ?? []
        opening = nil
        for done in waiting { done(result) }
    }

    /// kill -9: no goodbye, nothing saved.
    func kill() {
        life += 1
        link.isCut = true
        link = StoreLink(evening, gateway: index)
        room = nil
        opening = nil
        asleepUntil = ServerTime(ms: 0)
    }
}
