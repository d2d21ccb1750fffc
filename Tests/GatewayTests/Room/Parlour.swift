import GameState
import Gateway
import LiveStore
import Protocol
import StoreContracts

/// A room on a store in this process, and a clock that is turned by hand.
final class Parlour {
    let scheduler = ManualScheduler()
    /// Until it ends.
    var room: Room<Tripto>? { opened.room }
    private let opened = Opened()

    private final class Opened {
        var room: Room<Tripto>?
    }

    init() throws {
        let scheduler = scheduler
        let live = InProcessLiveStore(
            core: InProcessCore(),
            scheduler: scheduler,
            execute: { work in scheduler.afterTurn(work) },
            outbox: { _, done in done(.success(())) }
        )
        let setup = SessionSetup(
            session: SessionID(rawValue: "0123456789abcdef"),
            joinCode: "ABC234",
            joinURL: "https://play.example/join",
            joinToken: JoinToken("0123456789abc", madeAt: scheduler.now),
            settings: try Tripto.Settings(
                JSONObject([(key: "maxPlayers", value: .int(200))]),
                randomSeed: 7
            ),
            createdAt: scheduler.now
        )
        let state = RoomState(version: 1, at: scheduler.now, game: Tripto(setup))
        let ports = RoomPorts<Tripto>(
            scheduler: scheduler,
            live: live,
            fetchContent: { _, _ in },
            joinLinks: JoinLinks(
                lifetimeMs: 43_200_000,
                makeToken: { "0123456789abc" },
                url: { _ in "https://play.example/join" }
            ),
            makeClipLink: { "/\($0)/\($1)" },
            fetchArchived: { done in scheduler.afterTurn { done([]) } },
            randomNumber: { 1 },
            monotonicNs: { 0 },
            didEnd: { [opened] in opened.room = nil }
        )
        scheduler.turn {
            live.restore(
                Restoration(
                    session: setup.session,
                    joinCode: setup.joinCode,
                    snapshot: Snapshot(version: 1, state: EncodedState(state)),
                    lastStep: 1,
                    timers: []
                )
            ) { _ in }
            opened.room = Room(state, ports: ports)
        }
    }

    /// One turn of the room's loop.
    func turn(_ body: () throws -> Void) throws {
        var result: Result<Void, any Error> = .success(())
        scheduler.turn { result = Result { try body() } }
        try result.get()
    }

    func seat(_ viewer: Viewer, at outlet: any Outlet, lastVersion: Int64? = nil) throws {
        _ = try room?.seat(
            viewer,
            connection: ConnectionID(rawValue: "c-\(viewer)"),
            outlet: outlet,
            lastVersion: lastVersion,
            clientTime: nil
        )
    }
}
