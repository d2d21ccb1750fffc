public import Archive
public import GameState
import LiveStore
public import Protocol

/// The making of the rooms of one game: its generic parts stand behind closures, so that one
/// registry holds rooms of all games.
public struct RoomFactory {
    public let name: String

    /// Begins a session: version 1 of its state, committed, and its room.
    let begin: (NewSession, any RoomEnvironment, @escaping RoomRegistry.Completion) -> Void

    /// Opens the room of a stored session. Throws `otherGame` where the stored state is not this game's,
    /// `newerRules` where only a newer build can read it.
    let open:
        (SessionID, StoredSession, any RoomEnvironment, RestingPoint?) throws(ReplayError) ->
            any AnyRoom

    /// Plays the inputs of an archived session again.
    public let replay: @Sendable (ArchivedSession) throws -> ReplayedSession

    public init<G: Game>(_ type: G.Type, content: @escaping ContentSource<G>) {
        name = G.name
        begin = { new, environment, done in
            Beginning<G>(new, environment, content: content, done).tryCode(attempt: 1)
        }
        open = { session, stored, environment, rest throws(ReplayError) in
            var differing: [Int64] = []
            let state = try RoomState<G>(stored, differs: { differing.append($0) })
            guard state.session == session else { throw .unreadable(version: stored.version) }
            for version in differing { environment.report(.differs(version: version), of: session) }
            let room = Room(
                state,
                in: environment,
                emptySince: rest?.emptySince,
                content: content
            )
            room.awaitTheAbsent()
            if state.version < stored.version { room.lookUp() }
            return room
        }
        replay = { archived in try Replay.run(G.self, archived) }
    }
}

/// Request of a session's creator.
public struct NewSession: Sendable {
    public var session: SessionID
    public var settings: JSONObject
    public var randomSeed: UInt64
    /// Of what opens the host's link.
    public var hostTokenHash: String

    public init(
        session: SessionID,
        settings: JSONObject,
        randomSeed: UInt64,
        hostTokenHash: String
    ) {
        self.session = session
        self.settings = settings
        self.randomSeed = randomSeed
        self.hostTokenHash = hostTokenHash
    }
}

/// A session on its way to its first version.
private struct Beginning<G: Game> {
    let new: NewSession
    let environment: any RoomEnvironment
    let content: ContentSource<G>
    let done: RoomRegistry.Completion

    /// Join codes that are tried before giving up: with 31^6 codes a second try is rare.
    static var maxCodeAttempts: Int { 5 }

    init(
        _ new: NewSession,
        _ environment: any RoomEnvironment,
        content: @escaping ContentSource<G>,
        _ done: @escaping RoomRegistry.Completion
    ) {
        self.new = new
        self.environment = environment
        self.content = content
        self.done = done
    }

    func tryCode(attempt: Int) {
        let settings: G.Settings
        do {
            settings = try G.Settings(new.settings, randomSeed: new.randomSeed)
        } catch {
            done(.failure(error))
            return
        }
        let code = environment.makeJoinCode()
        environment.live.reserve(joinCode: code, for: new.session) { result in
            switch result {
            case .success(true): start(settings, code)
            case .success(false) where attempt < Self.maxCodeAttempts:
                tryCode(attempt: attempt + 1)
            case .success(false), .failure:
                done(.failure(.nothingBegun))
            }
        }
    }

    private func start(_ settings: G.Settings, _ code: String) {
        let (now, token) = (environment.scheduler.now, environment.makeJoinToken())
        let setup = SessionSetup(
            session: new.session,
            joinCode: code,
            joinURL: environment.joinURL(of: new.session, token: token),
            joinToken: JoinToken(token, madeAt: now),
            hostToken: HostToken(hash: new.hostTokenHash, madeAt: now),
            settings: settings,
            createdAt: now
        )
        let state = RoomState(version: 1, at: now, game: G(setup))
        environment.live.commit(commit(setup, state)) { result in
            switch result {
            case .success(.committed):
                done(.success(Room(state, in: environment, content: content)))
            case .success(.conflict), .success(.replaced), .success(.claimed), .failure:
                done(.failure(.nothingBegun))
            }
        }
    }

    private func commit(_ setup: SessionSetup<G.Settings>, _ state: RoomState<G>) -> Commit {
        let settingsJSON = String(decoding: JSONValue.object(new.settings).bytes, as: UTF8.self)
        let created = Fact.sessionCreated(
            joinCode: setup.joinCode,
            game: G.name,
            settingsJSON: settingsJSON
        )
        return Commit(
            session: setup.session,
            expectedVersion: 0,
            version: 1,
            state: LazyState(state),
            entry: JournalEntry(
                session: setup.session,
                version: 1,
                at: setup.createdAt,
                facts: [created]
            ) { JournalBody<G>.setup(setup).bytes },
            seating: nil,
            claims: .none,
            timers: []
        )
    }
}
