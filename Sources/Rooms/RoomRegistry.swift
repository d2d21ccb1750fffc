import GameState
import LiveStore
public import Protocol
import Timers

/// The rooms of one event loop: opens them, rebuilds and begins sessions, lets empty rooms rest and
/// wakes them.
///
/// Confined to its loop.
public final class RoomRegistry {
    /// Rooms that are open at a time, being opened, or beginning.
    public static let maxRooms = 20_000
    /// Rooms that rest at a time; those past it stay open.
    public static let maxResting = 100_000
    /// Those who wait for one session to open.
    static let maxWaiting = 4_096

    public typealias Completion = (Result<any AnyRoom, WireError>) -> Void

    /// A session's entry here.
    private enum Entry {
        /// Can become `open`; `resting` again where it was and its store is away; or nothing.
        case opening(Opening, waiting: [Completion])
        /// Can become `resting`, or nothing.
        case open(any AnyRoom)
        /// Can become `opening`.
        case resting(RestingPoint, Deadline)
    }

    private unowned let environment: any RoomEnvironment
    private let factories: [RoomFactory]
    private let limits: (rooms: Int, resting: Int)
    private var entries: [SessionID: Entry] = [:]
    private var restingCount = 0
    private var beginningCount = 0
    /// Sessions at rest, by when something of theirs falls due.
    private var dues = DeadlineQueue<SessionID>()
    /// Wakes the first of them.
    private var alarm: (at: ServerTime, deadline: Deadline)?

    /// - Parameter environment: outlives the registry.
    public init(
        _ environment: any RoomEnvironment,
        games factories: [RoomFactory],
        maxRooms: Int = RoomRegistry.maxRooms,
        maxResting: Int = RoomRegistry.maxResting
    ) {
        self.environment = environment
        self.factories = factories
        limits = (maxRooms, maxResting)
    }

    // MARK: Sessions here

    /// The room of a session that is open here.
    public subscript(session: SessionID) -> (any AnyRoom)? {
        guard case .open(let room)? = entries[session] else { return nil }
        return room
    }

    public var rooms: some Sequence<any AnyRoom> {
        entries.values.lazy.compactMap { entry in
            if case .open(let room) = entry { room } else { nil }
        }
    }

    /// Sessions whose timers run here, in rooms that are open or rest.
    public var timed: [SessionID] {
        entries.compactMap { session, entry in
            switch entry {
            case .opening(let opening, _): opening.rest?.isTimed == true ? session : nil
            case .open(let room): room.isTimed ? session : nil
            case .resting(let rest, _): rest.isTimed ? session : nil
            }
        }
    }

    public func isResting(_ session: SessionID) -> Bool {
        if case .resting? = entries[session] { true } else { false }
    }

    private var openCount: Int { entries.count - restingCount + beginningCount }

    // MARK: Opening

    /// The room of a session: the one that is open here, else from the store, else rebuilt from the
    /// archive.
    public func room(_ session: SessionID, _ done: @escaping Completion) {
        switch entries[session] {
        case .open(let room):
            room.stayAwake()
            done(.success(room))
        case .opening(_, let waiting) where waiting.count >= Self.maxWaiting:
            done(.failure(.storeUnreachable))
        case .opening(let opening, let waiting):
            entries[session] = .opening(opening, waiting: waiting + [done])
        case .resting(let rest, let deadline):
            guard openCount < limits.rooms else { return done(.failure(.tooManyRooms)) }
            dues.cancel(deadline)
            wake(session, from: rest, for: [done])
        case nil:
            guard openCount < limits.rooms else { return done(.failure(.tooManyRooms)) }
            open(session, from: nil, for: [done])
        }
    }

    private func wake(_ session: SessionID, from rest: RestingPoint, for waiting: [Completion]) {
        restingCount -= 1
        environment.didCount(open: 0, resting: -1)
        open(session, from: rest, for: waiting)
    }

    /// - Parameter waiting: empty where nobody asks for the room, and something of it falls due.
    private func open(
        _ session: SessionID,
        from rest: RestingPoint?,
        for waiting: [Completion]
    ) {
        let opening = Opening(session, in: environment, factories, from: rest) {
            [weak self] result in
            self?.finish(session, result)
        }
        entries[session] = .opening(opening, waiting: waiting)
        opening.start()
    }

    private func finish(_ session: SessionID, _ result: Result<any AnyRoom, WireError>) {
        guard case .opening(let opening, let waiting)? = entries.removeValue(forKey: session)
        else { preconditionFailure("a session was opened twice at once") }
        switch result {
        case .success(let room):
            entries[session] = .open(room)
            environment.didCount(open: 1, resting: 0)
            if !waiting.isEmpty { room.stayAwake() }
        case .failure(let error):
            if let rest = opening.rest, error.code == .degraded {
                let again = environment.scheduler.now + RoomTimes.wakeAgainMs
                putToRest(session, rest, until: max(rest.due, again))
            }
        }
        for done in waiting { done(result) }
    }

    /// Begins a session of a game.
    public func begin(_ new: NewSession, of game: String, _ done: @escaping Completion) {
        guard let factory = factories.first(where: { $0.name == game }), openCount < limits.rooms
        else { return done(.failure(.nothingBegun)) }
        beginningCount += 1
        factory.begin(new, environment) { [weak self] result in
            self?.beginningCount -= 1
            if case .success(let room) = result, let self {
                entries[new.session] = .open(room)
                environment.didCount(open: 1, resting: 0)
            }
            done(result)
        }
    }

    /// A room is over.
    public func forget(_ session: SessionID) {
        guard case .open? = entries[session] else { return }
        entries[session] = nil
        environment.didCount(open: -1, resting: 0)
    }

    // MARK: Rest

    /// Lets a room rest, if it still can.
    public func rest(_ session: SessionID) {
        guard case .open(let room)? = entries[session], restingCount < limits.resting,
            let rest = room.restingPoint
        else { return }
        room.rest()
        environment.didCount(open: -1, resting: 0)
        putToRest(session, rest, until: rest.due)
        environment.live.rest(session)
    }

    private func putToRest(_ session: SessionID, _ rest: RestingPoint, until due: ServerTime) {
        entries[session] = .resting(rest, dues.insert(session, at: due))
        restingCount += 1
        environment.didCount(open: 0, resting: 1)
        setAlarm()
    }

    private func setAlarm() {
        guard let next = dues.nextTime else { return }
        if let alarm {
            guard next < alarm.at else { return }
            environment.scheduler.cancel(alarm.deadline)
        }
        let deadline = environment.scheduler.schedule(at: next) { [weak self] in
            self?.wakeTheDue()
        }
        alarm = (next, deadline)
    }

    private func wakeTheDue() {
        alarm = nil
        let now = environment.scheduler.now
        while let session = dues.popDue(now: now) {
            guard case .resting(let rest, _)? = entries[session] else { continue }
            guard openCount < limits.rooms else {
                restingCount -= 1
                environment.didCount(open: 0, resting: -1)
                putToRest(session, rest, until: now + RoomTimes.wakeAgainMs)
                continue
            }
            wake(session, from: rest, for: [])
        }
        setAlarm()
    }
}
