import GameState
import Protocol
import StoreContracts
import TriptoGame

@testable import Rooms

/// A session as its inputs lead it, one version each, for rooms, journals and stores.
struct Evening {
    static let session = SessionID(rawValue: "0123456789abcdef")
    static let anna = PlayerID(rawValue: "anna")

    private(set) var state: RoomState<Tripto>
    /// The bodies of its journal, by version from 1 on.
    private(set) var bodies: [[UInt8]]

    /// - Parameter session: the session it plays.
    init(at now: ServerTime, session: SessionID = Evening.session) throws {
        let setup = SessionSetup(
            session: session,
            joinCode: "ABC234",
            joinURL: "https://play.example/join",
            joinToken: JoinToken("0123456789abc", madeAt: now),
            settings: try Tripto.Settings(JSONObject([]), randomSeed: 7),
            createdAt: now
        )
        state = RoomState(version: 1, at: now, game: Tripto(setup))
        bodies = [JournalBody<Tripto>.setup(setup).bytes]
    }

    /// An input that must change something.
    ///
    /// - Parameter digest: the entry's digest of the state; nil: none.
    mutating func play(_ input: Input<Tripto>, digest: String? = nil) throws {
        let body = JournalBody<Tripto>.input(
            input,
            messageID: nil,
            digest: digest,
            rulesVersion: .latest
        ).bytes
        guard case .changed = state.game.handle(input, at: state.at) else { throw Unchanged() }
        state.version += 1
        bodies.append(body)
    }

    /// Anna joins and is connected, and the host gets the first content and is asked to start.
    mutating func start() throws {
        try play(.content(nil, for: try wish()))
        try play(.join(Self.anna, name: try PlayerName("Anna")))
        try play(.presence(.player(Self.anna), isConnected: true))
        try play(.command(.startGame, from: .host))
    }

    /// Plays on to the first clue.
    mutating func toClue() throws {
        try start()
        try play(.content(RoundContent(.test()), for: try wish()))
        try play(.command(.skip, from: .host))
    }

    func wish() throws -> PackageWish {
        guard let wish = state.game.wish else { throw Unchanged() }
        return wish
    }

    struct Unchanged: Error {}
}
