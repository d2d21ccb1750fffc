import GameState
import Rooms
import LiveStore
import Protocol
import StoreContracts
import TriptoGame

/// A room on a store in this process, and a clock that is turned by hand.
final class Parlour {
    let scheduler: ManualScheduler
    /// Until it ends.
    var room: Room<Tripto>? { opened.room }
    private let opened = Opened()
    let core: InProcessCore
    private let live: InProcessLiveStore
    private let environment: ParlourEnvironment
    /// Number of BRAKE_ACCEPTEDs to the brake's owner.
    var grantCount: Int { environment.grantCount }

    private final class Opened {
        var room: Room<Tripto>?
    }

    /// A room of the same session on another gateway.
    convenience init(beside other: Parlour, lagMs: @escaping @Sendable () -> Int64 = { 0 }) throws {
        try self.init(other.core, other.scheduler, lagMs: lagMs)
    }

    /// - Parameters:
    ///   - leftBehind: claims that the store holds and the game does not.
    ///   - lagMs: delay of the store's answers, which keep their order.
    ///   - rules: those of the session.
    ///   - settings: those of the game.
    init(
        _ core: InProcessCore = InProcessCore(),
        _ scheduler: ManualScheduler = ManualScheduler(),
        leftBehind: [Claim] = [],
        lagMs: @escaping @Sendable () -> Int64 = { 0 },
        rules: RulesVersion = .latest,
        settings: JSONObject = ["maxPlayers": .int(200)]
    ) throws {
        self.core = core
        self.scheduler = scheduler
        let road = Road()
        let live = InProcessLiveStore(
            core: core,
            scheduler: scheduler,
            execute: { work in
                let lagMs = lagMs()
                guard lagMs > 0 || road.freeAt > scheduler.now else {
                    return scheduler.afterTurn(work)
                }
                road.freeAt = max(road.freeAt, scheduler.now + lagMs)
                _ = scheduler.schedule(at: road.freeAt, work)
            },
            outbox: { _, done in done(.success(())) }
        )
        self.live = live
        let setup = SessionSetup(
            session: SessionID(rawValue: "0123456789abcdef"),
            joinCode: "ABC234",
            joinURL: "https://play.example/join",
            joinToken: JoinToken("0123456789abc", madeAt: scheduler.now),
            settings: try Tripto.Settings(settings, randomSeed: 7),
            createdAt: scheduler.now,
            rules: rules
        )
        let state = RoomState(version: 1, at: scheduler.now, game: Tripto(setup))
        let environment = ParlourEnvironment(scheduler, live)
        self.environment = environment
        environment.whenEnded = { [opened] in opened.room = nil }
        scheduler.turn {
            live.restore(
                RestoreRequest(
                    session: setup.session,
                    joinCode: setup.joinCode,
                    snapshot: Snapshot(version: 1, state: LazyState(state)),
                    lastCommit: 1,
                    claimIDs: [.brake],
                    claims: leftBehind,
                    timers: []
                )
            ) { _ in }
            opened.room = Room(state, in: environment) { _, _, done in
                scheduler.afterTurn { done(RoundContent(.test())) }
            }
        }
    }

    /// Stops hearing of others: its news are lost.
    func turnDeaf() {
        live.unfollow(SessionID(rawValue: "0123456789abcdef"))
    }

    /// Its gateway is gone at once, and says nothing to anybody.
    func die() {
        opened.room = nil
    }

    /// The store forgets that a client is here, as it does when nobody renews it.
    func losePresence(of connection: String) {
        scheduler.turn {
            live.removePresence(
                ConnectionID(rawValue: connection),
                in: SessionID(rawValue: "0123456789abcdef")
            )
        }
    }

    /// One turn of the room's loop.
    func turn(_ body: () throws -> Void) throws {
        var result: Result<Void, any Error> = .success(())
        scheduler.turn { result = Result { try body() } }
        try result.get()
    }

    @discardableResult
    func seat(
        _ viewer: Viewer,
        on connection: String? = nil,
        at outlet: any FrameSink,
        lastVersion: Int64? = nil
    ) throws -> Seat? {
        try room?.seat(
            viewer,
            connection: ConnectionID(rawValue: connection ?? "c-\(viewer)"),
            device: nil,
            outlet: outlet,
            lastVersion: lastVersion,
            clientTime: nil
        )
    }

    /// A client sends a message, in a turn of its own.
    func say(_ type: String, _ payload: String = "{}", id: String? = nil, from seat: Seat?) throws {
        let name = id.map { #","msgId":"\#($0)""# } ?? ""
        let text = Array(#"{"type":"\#(type)","payload":\#(payload)\#(name)}"#.utf8)
        let message = try text.withUnsafeBytes { try ClientMessage($0) }
        guard let seat else { throw NoSeat() }
        try turn { room?.receive(message, from: seat) }
    }

    struct NoSeat: Error {}

    /// Time until which the way from the store is taken. Confined to the turns.
    private final class Road: @unchecked Sendable {
        var freeAt = ServerTime(ms: 0)
    }
}
