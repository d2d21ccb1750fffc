import Archive
import FoundationEssentials
public import GameState
import LiveStore
import Protocol
import Rooms
import Transport

/// A game as this gateway hosts it: what is generic in it behind closures, so that a shard can hold
/// rooms of all games.
public struct HostedGame: Sendable {
    public let name: String

    /// Begins a session: version 1 of its state, committed, and its room. Called on the shard's loop.
    let begin:
        @Sendable (NewSession, Shard, @escaping (Result<any AnyRoom, WireError>) -> Void) -> Void

    /// Opens the room of a session that is stored; nil when what is stored is not this game's. Throws
    /// `degraded` when only a newer build can read it.
    let open: @Sendable (SessionID, StoredState, Shard) throws(WireError) -> (any AnyRoom)?

    /// Plays the inputs of an archived session again.
    let replay: @Sendable (ArchivedSession) throws -> ReplayedSession

    /// What there is for a host's words in a language; nil where nothing is chosen by themes.
    let themes: @Sendable (_ theme: String, _ locale: String) -> ThemeOffer?

    /// - Parameter content: finds content for a wish; nil when there is none.
    public static func hosting<G: Game>(
        _ type: G.Type,
        themes: @escaping @Sendable (_ theme: String, _ locale: String) -> ThemeOffer? = { _, _ in
            nil
        },
        content: @escaping @Sendable (ContentWish) -> G.Content?
    ) -> HostedGame {
        HostedGame(
            name: G.name,
            begin: { session, shard, done in
                Opening(G.self, content: content).begin(session, on: shard, done)
            },
            open: { session, stored, shard throws(WireError) in
                var differing: [Int64] = []
                let state: RoomState<G>
                do throws(Divergence) {
                    state = try RoomState<G>(stored, differs: { differing.append($0) })
                } catch .newerRules {
                    throw .olderGateway
                } catch {
                    return nil
                }
                guard state.session == session else { return nil }
                for version in differing { shard.report(.differs(version: version), of: session) }
                let source = Opening(G.self, content: content).source(on: shard)
                let room = Room(state, in: shard.environment, content: source)
                room.awaitTheAbsent()
                if state.version < stored.version { room.lookUp() }
                return room
            },
            replay: { archived in try Replay.run(G.self, archived) },
            themes: themes
        )
    }
}

/// What the creator of a session asked for.
struct NewSession: Sendable {
    var session: SessionID
    var settings: JSONObject
    var randomSeed: UInt64
    /// Opens the host's link.
    var hostToken: String
}

/// How rooms of one game come to be on a shard.
private struct Opening<G: Game>: Sendable {
    let content: @Sendable (ContentWish) -> G.Content?

    init(_ type: G.Type, content: @escaping @Sendable (ContentWish) -> G.Content?) {
        self.content = content
    }

    /// Join codes that are tried before giving up: with 31^6 codes a second try is rare.
    static var maxCodeAttempts: Int { 5 }

    func begin(
        _ new: NewSession,
        on shard: Shard,
        attempt: Int = 1,
        _ done: @escaping (Result<any AnyRoom, WireError>) -> Void
    ) {
        let settings: G.Settings
        do {
            settings = try G.Settings(new.settings, randomSeed: new.randomSeed)
        } catch {
            done(.failure(error))
            return
        }
        let code = RandomNames.code()
        shard.live.claim(joinCode: code, for: new.session) { result in
            switch result {
            case .success(true):
                let configuration = shard.services.configuration
                let (now, token) = (shard.loop.now, RandomNames.joinToken())
                let setup = SessionSetup(
                    session: new.session,
                    joinCode: code,
                    joinURL: configuration.joinURL(of: new.session, token: token),
                    joinToken: JoinToken(token, madeAt: now),
                    hostToken: HostToken(new.hostToken, madeAt: now),
                    settings: settings,
                    createdAt: now
                )
                start(setup, new, on: shard, done)
            case .success(false) where attempt < Self.maxCodeAttempts:
                begin(new, on: shard, attempt: attempt + 1, done)
            case .success(false), .failure:
                done(.failure(.nothingBegun))
            }
        }
    }

    private func start(
        _ setup: SessionSetup<G.Settings>,
        _ new: NewSession,
        on shard: Shard,
        _ done: @escaping (Result<any AnyRoom, WireError>) -> Void
    ) {
        let state = RoomState(version: 1, at: setup.createdAt, game: G(setup))
        let settingsJSON = String(
            decoding: JSONValue.object(new.settings).bytes,
            as: UTF8.self
        )
        let entry = JournalEntry(
            session: setup.session,
            version: 1,
            at: setup.createdAt,
            facts: [
                .sessionCreated(
                    joinCode: setup.joinCode,
                    game: G.name,
                    settingsJSON: settingsJSON
                )
            ]
        ) { JournalBody<G>.setup(setup).bytes }
        let commit = Commit(
            session: setup.session,
            expectedVersion: 0,
            version: 1,
            state: EncodedState(state),
            entry: entry,
            seating: nil,
            claims: .none,
            timers: []
        )
        shard.live.commit(commit) { result in
            switch result {
            case .success(.committed):
                done(
                    .success(Room(state, in: shard.environment, content: source(on: shard)))
                )
            case .success(.conflict), .success(.replaced), .success(.claimed), .failure:
                done(.failure(.nothingBegun))
            }
        }
    }

    /// Has what is to be read aloud said before anybody waits to hear it.
    private func voiced(
        _ content: G.Content?,
        of session: SessionID,
        on shard: Shard,
        _ done: @escaping (G.Content?) -> Void
    ) {
        guard let content, let studio = shard.services.voice else { return done(content) }
        let callback = Confined(Callback(done))
        let maxMs = shard.services.configuration.voiceMs
        studio.clips(of: G.script(of: content), for: session.rawValue, maxMs: maxMs) {
            [loop = shard.loop] clips in
            let named = clips.map { clip in
                clip.map {
                    Clip(id: RandomNames.clip(), durationMs: $0.durationMs, lufs: $0.lufs)
                }
            }
            loop.execute {
                callback.value.call(G.voiced(content, by: studio.credit, clips: named))
            }
        }
    }

    func source(on shard: Shard) -> ContentSource<G> {
        { [content, unowned shard] wish, session, done in
            shard.loop.afterTurn { voiced(content(wish), of: session, on: shard, done) }
        }
    }
}
