public import Archive
import FoundationEssentials
public import GameState
import LiveStore
import Logging
public import Protocol
import Rooms
import Transport

/// A game as this gateway hosts it: what is generic in it behind closures.
public struct HostedGame: Sendable {
    public let name: String
    public let title: String
    let playerCounts: ClosedRange<Int>
    let claims: [ClaimKind]
    /// The folder with its pages; nil: it has one of its name among the gateway's own.
    public var pages: String?

    /// Makes its rooms on a shard; called on the shard's loop.
    let factory: @Sendable (Shard) -> RoomFactory

    /// Reads a state of its rooms that was put away.
    let reader: ArchiveCupboard.Reader

    /// Plays the inputs of an archived session again.
    let replay: @Sendable (ArchivedSession) throws -> ReplayedSession

    /// - Throws: `bad_message` that names the field of these settings which is wrong.
    public let checkSettings: @Sendable (JSONObject) throws(WireError) -> Void

    /// An offer for a host's words in a language; nil where nothing is chosen by themes.
    let themes: Themes

    /// Brings the file of a recording of its own; nil where there is none.
    let recordings: Recordings

    /// Reads a WAV file; called on no loop.
    public typealias Recordings = @Sendable (Recording) -> [UInt8]?

    public typealias Themes =
        @Sendable (_ theme: String, _ locale: String) -> ThemeOffer?

    /// A game that needs no content.
    public static func hosting<G: Game>(_ type: G.Type) -> HostedGame where G.Wish == Never {
        hosting(type, content: nothing)
    }

    private static func nothing<Wish, Content>(for wish: Wish) async -> Content? { nil }

    private static let none: Recordings = { _ in nil }

    /// A game that is played with content, none of it read aloud.
    ///
    /// - Parameter content: finds content for a wish; nil when there is none. It may take its time, up to
    ///   `Configuration.contentMs`: it runs on no loop, and the room asks again as long as its game wishes for
    ///   something else. Its task is cancelled when the time is up; it must await, and never block.
    public static func hosting<G: Game>(
        _ type: G.Type,
        themes: @escaping Themes = { _, _ in nil },
        content: @escaping @Sendable (G.Wish) async -> G.Content?
    ) -> HostedGame {
        hosting(type, themes, none, { wish, _ in await content(wish) }) { _, content, _ in content }
    }

    /// A game whose content is read aloud too.
    public static func hosting<G: SpokenGame>(
        _ type: G.Type,
        themes: @escaping Themes = { _, _ in nil },
        content: @escaping @Sendable (G.Wish) async -> G.Content?
    ) -> HostedGame {
        hosting(type, themes: themes) { wish, _ in await content(wish) }
    }

    /// A game whose content is read aloud, and chosen by what the archive remembers too.
    public static func hosting<G: SpokenGame>(
        _ type: G.Type,
        themes: @escaping Themes,
        content: @escaping @Sendable (G.Wish, any Archive) async -> G.Content?
    ) -> HostedGame {
        hosting(type, themes, none, content) { shard, content, session in
            await shard.services.voiced(content, of: G.self, in: session)
        }
    }

    /// A game whose content is recordings of its own, and chosen by what the archive remembers too.
    public static func hosting<G: RecordedGame>(
        _ type: G.Type,
        recordings: @escaping Recordings,
        content: @escaping @Sendable (G.Wish, any Archive) async -> G.Content?
    ) -> HostedGame {
        hosting(type, { _, _ in nil }, recordings, content) { _, content, _ in
            G.recorded(content, as: RandomNames.clip())
        }
    }

    /// - Parameter prepare: makes content ready to be heard.
    private static func hosting<G: Game>(
        _ type: G.Type,
        _ themes: @escaping Themes,
        _ recordings: @escaping Recordings,
        _ content: @escaping @Sendable (G.Wish, any Archive) async -> G.Content?,
        _ prepare: @escaping @Sendable (Shard, G.Content, SessionID) async -> G.Content?
    ) -> HostedGame {
        HostedGame(
            name: G.name,
            title: G.title,
            playerCounts: G.playerCounts,
            claims: G.claimKinds,
            factory: { shard in
                RoomFactory(G.self) { [unowned shard] wish, session, done in
                    let archive = shard.services.archive
                    shard.ask({ await content(wish, archive) }, for: session) { found in
                        guard let found else { return done(nil) }
                        let done = shard.loop.returning(done)
                        Task { [shard] in done(await prepare(shard, found, session)) }
                    }
                }
            },
            reader: { RoomState<G>.reading($0, $1) },
            replay: { archived in try Replay.run(G.self, archived) },
            checkSettings: { settings throws(WireError) in
                _ = try G.Settings(settings, randomSeed: 0)
            },
            themes: themes,
            recordings: recordings
        )
    }
}

extension Shard {
    /// Asks a source of content, on no loop. One that takes too long has none, and what it says later is not
    /// heard.
    ///
    /// - Parameter done: called on the loop, once.
    fileprivate func ask<Content: Sendable>(
        _ source: @escaping @Sendable () async -> Content?,
        for session: SessionID,
        _ done: @escaping (Content?) -> Void
    ) {
        var waiting: ((Content?) -> Void)? = done
        let answer = loop.returning { (content: Content?) in
            waiting?(content)
            waiting = nil
        }
        let asking = Task { answer(await source()) }
        let limitMs = services.configuration.contentMs
        _ = loop.schedule(at: loop.now + limitMs) { [log = services.log] in
            guard let done = waiting else { return }
            waiting = nil
            asking.cancel()
            log.warning(
                "a source of content took too long",
                metadata: ["session": "\(session)", "limitMs": "\(limitMs)"]
            )
            done(nil)
        }
    }
}

extension Services {
    /// Has what is to be read aloud said before anybody waits to hear it.
    fileprivate func voiced<G: SpokenGame>(
        _ content: G.Content,
        of game: G.Type,
        in session: SessionID
    ) async -> G.Content? {
        guard let voice else { return content }
        let (script, maxMs) = (G.script(of: content), configuration.voiceMs)
        let named = await voice.clips(of: script, for: session.rawValue, maxMs: maxMs).map {
            $0.map { Clip(id: RandomNames.clip(), durationMs: $0.durationMs, lufs: $0.lufs) }
        }
        return G.voiced(content, by: voice.credit, clips: named)
    }
}
