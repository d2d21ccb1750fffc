import Archive
import GameState
import LiveStore
import Protocol
import Rooms
import StoreContracts
import Synchronization
import Timers
import TriptoGame

/// A registry on a store in this process and a clock that is turned by hand; the archive answers when
/// it is told to.
final class House: RoomEnvironment {
    static let session = SessionID(rawValue: "0123456789abcdef")

    let clock = ManualScheduler()
    let cupboard = MemoryCupboard()
    let core: InProcessCore
    let live: any LiveStore
    private(set) var registry: RoomRegistry!
    /// Questions for the version that the archive has not answered yet.
    var versionsAsked: [(Int64?) -> Void] = []
    /// Questions for the journal that it has not answered yet.
    var journalsAsked: [(Result<ArchivedSession?, ArchiveError>) -> Void] = []
    /// Work for elsewhere that has not run yet.
    var elsewhere: [() -> Void] = []
    /// The archive has all that was committed here.
    var isHandedOver = true
    private(set) var reports: [String] = []
    private(set) var openCount = 0
    private(set) var restingCount = 0
    private let written: Written
    private var codes = 0

    /// Entries that the outbox took.
    private final class Written: Sendable {
        let entries = Mutex<[ArchivedSession.Entry]>([])
    }

    init(maxRooms: Int = 10, maxResting: Int = 10) {
        let written = Written()
        self.written = written
        core = InProcessCore(cupboard: cupboard)
        live = InProcessLiveStore(
            core: core,
            scheduler: clock,
            execute: { [clock] work in clock.afterTurn(work) },
            outbox: { entries, done in
                written.entries.withLock { known in
                    known += entries.map {
                        ArchivedSession.Entry(version: $0.version, at: $0.at, body: $0.body())
                    }
                }
                done(.success(()))
            }
        )
        let content: ContentSource<Tripto> = { [clock] _, _, done in
            clock.afterTurn { done(RoundContent(.test())) }
        }
        registry = RoomRegistry(
            self,
            games: [RoomFactory(Tripto.self, content: content)],
            maxRooms: maxRooms,
            maxResting: maxResting
        )
    }

    /// Journal as the archive would give it.
    func journal(_ status: SessionStatus = .lobby) -> ArchivedSession {
        ArchivedSession(
            game: Tripto.name,
            status: status,
            entries: written.entries.withLock { $0 }
        )
    }

    var room: Room<Tripto>? { registry[Self.session] as? Room<Tripto> }
    var isResting: Bool { registry.isResting(Self.session) }

    /// A session of this house, with a minute for an intro.
    @discardableResult
    func begin(_ session: SessionID = House.session) -> Result<any AnyRoom, WireError>? {
        var began: Result<any AnyRoom, WireError>?
        clock.turn { beginInTurn(session) { began = $0 } }
        return began
    }

    func beginInTurn(_ session: SessionID, _ done: @escaping RoomRegistry.Completion) {
        let new = NewSession(
            session: session,
            settings: ["timings": .object(["intro": .int(600_000)])],
            randomSeed: 7,
            hostTokenHash: ""
        )
        registry.begin(new, of: Tripto.name, done)
    }

    /// Has a state stored, whatever it is.
    func hold(_ snapshot: Snapshot) {
        let request = RestoreRequest(
            session: Self.session,
            joinCode: "ABC234",
            snapshot: snapshot,
            lastCommit: snapshot.version,
            claimIDs: [.brake],
            claims: [],
            timers: []
        )
        clock.turn { live.restore(request) { _ in } }
    }

    /// Asks for the room.
    func ask(_ session: SessionID = House.session) -> Answer {
        var answer = Answer()
        clock.turn { answer = askInTurn(session) }
        return answer
    }

    func askInTurn(_ session: SessionID) -> Answer {
        let answer = Answer()
        registry.room(session) { answer.result = $0 }
        return answer
    }

    final class Answer {
        fileprivate(set) var result: Result<any AnyRoom, WireError>?

        var code: ErrorCode? {
            if case .failure(let error)? = result { error.code } else { nil }
        }

        var room: Room<Tripto>? { (try? result?.get()) as? Room<Tripto> }
    }

    /// Replaces the registry by one that knows nothing, as after a restart of all but the store.
    func forgetAll() {
        registry = RoomRegistry(
            self,
            games: [
                RoomFactory(Tripto.self) { [clock] _, _, done in
                    clock.afterTurn { done(RoundContent(.test())) }
                }
            ]
        )
    }

    /// Runs a turn of somebody else.
    func turn(_ body: () throws -> Void) throws {
        var result: Result<Void, any Error> = .success(())
        clock.turn { result = Result { try body() } }
        try result.get()
    }

    func seat(_ viewer: Viewer, at outlet: any FrameSink) throws -> Seat {
        var seat: Seat?
        try turn {
            seat = try room?.seat(
                viewer,
                connection: ConnectionID(rawValue: "c-\(viewer)"),
                device: nil,
                outlet: outlet,
                lastVersion: nil,
                clientTime: nil
            )
        }
        return try seat ?? { throw Parlour.NoSeat() }()
    }

    func say(_ type: String, from seat: Seat) throws {
        let text = Array(#"{"type":"\#(type)","payload":{}}"#.utf8)
        let message = try text.withUnsafeBytes { try ClientMessage($0) }
        try turn { room?.receive(message, from: seat) }
    }

    // MARK: The environment

    var scheduler: any Scheduler { clock }
    var monotonicNs: Int64 { 0 }
    func makeRandomNumber() -> UInt64 { 1 }

    var joinLinkMs: Int64 { 43_200_000 }
    func makeJoinCode() -> String {
        codes += 1
        return "ABC\(100 + codes)"
    }
    func makeJoinToken() -> String { "0123456789abc" }
    func joinURL(of session: SessionID, token: String) -> String { "https://play.example/join" }

    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String {
        "/\(round)/\(clip)"
    }

    func isHandedOver(_ session: SessionID) -> Bool { isHandedOver }

    func fetchArchivedVersion(of session: SessionID, _ done: @escaping (Int64?) -> Void) {
        versionsAsked.append(done)
    }

    func fetchJournal(
        of session: SessionID,
        _ done: @escaping (Result<ArchivedSession?, ArchiveError>) -> Void
    ) {
        journalsAsked.append(done)
    }

    func runElsewhere<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        _ done: @escaping (Result<Value, any Error>) -> Void
    ) {
        elsewhere.append { done(Result { try work() }) }
    }

    func didEnd(_ session: SessionID) { registry.forget(session) }
    func mayRest(_ session: SessionID) { registry.rest(session) }

    func didCount(open: Int, resting: Int) {
        openCount += open
        restingCount += resting
    }

    func report(_ report: RoomReport, of session: SessionID) { reports.append("\(report)") }
}
