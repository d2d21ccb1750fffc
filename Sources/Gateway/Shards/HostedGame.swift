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
    let takesManualPlayers: Bool
    let claims: [ClaimKind]
    /// The folder with its pages; nil: it has one of its name among the gateway's own.
    public var pages: String?
    /// Takes hosts' orders for content; nil where none is made to order.
    public var orders: OrderBook?

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

    /// Opens its content to the operator; nil: there is nothing to be seen or changed.
    let desk: Desk?

    public typealias Desk = @Sendable (any Archive) -> any ContentDesk

    /// Lines that may come to be said, as its content is now; called on no loop.
    let script: Script

    public typealias Script = @Sendable () -> [VoiceLine]

    /// Brings the file of a picture of its own; nil where there is none.
    let pictures: Pictures

    /// Counts content of the operator's own; nil where the game takes none, or the operator has none.
    let ownContent: @Sendable () -> OwnContent?

    /// Looks through content for a host who picks some of it; nil where none is picked.
    let search: Search?

    /// Reads a query of a session's host, whose values are texts, in the game's own words, and answers by one JSON object for the
    /// host's eyes.
    public typealias Search = @Sendable (JSONObject, SessionID) async throws(WireError) -> [UInt8]

    /// Reads a WAV file; called on no loop.
    public typealias Recordings = @Sendable (Recording) -> [UInt8]?

    /// Reads a JPEG; called on no loop.
    public typealias Pictures = @Sendable (Picture) -> [UInt8]?

    public typealias Themes =
        @Sendable (_ theme: String, _ locale: String) -> ThemeOffer?

    /// A game that needs no content.
    public static func hosting<G: Game>(_ type: G.Type) -> HostedGame where G.Wish == Never {
        hosting(type, content: nothing)
    }

    private static func nothing<Wish, Content>(for wish: Wish) async -> Content? { nil }

    /// Files that a game brings, and what a host should know of them.
    private struct Files {
        var recordings: Recordings = { _ in nil }
        var pictures: Pictures = { _ in nil }
        var ownContent: @Sendable () -> OwnContent? = { nil }
        var script: Script = { [] }
        var search: Search?

        static let none = Files()
    }

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
        hosting(type, themes, .none, nil, { wish, _, _ in await content(wish) }) { _, content, _ in
            content
        }
    }

    /// A game whose content is read aloud too.
    public static func hosting<G: SpokenGame>(
        _ type: G.Type,
        themes: @escaping Themes = { _, _ in nil },
        desk: Desk? = nil,
        script: @escaping Script = { [] },
        content: @escaping @Sendable (G.Wish) async -> G.Content?
    ) -> HostedGame {
        hosting(type, themes: themes, desk: desk, script: script) { wish, _ in await content(wish) }
    }

    /// A game whose content is read aloud, and chosen by what the archive remembers too.
    public static func hosting<G: SpokenGame>(
        _ type: G.Type,
        themes: @escaping Themes,
        desk: Desk? = nil,
        script: @escaping Script = { [] },
        content: @escaping @Sendable (G.Wish, any Archive) async -> G.Content?
    ) -> HostedGame {
        hosting(
            type,
            themes,
            Files(script: script),
            desk,
            { wish, archive, _ in await content(wish, archive) }
        ) {
            await $0.services.voiced($1, of: G.self, in: $2)
        }
    }

    /// A game whose content is recordings of its own, and chosen by what the archive remembers too.
    public static func hosting<G: RecordedGame>(
        _ type: G.Type,
        recordings: @escaping Recordings,
        pictures: @escaping Pictures = { _ in nil },
        ownContent: @escaping @Sendable () -> OwnContent? = { nil },
        search: Search? = nil,
        content: @escaping @Sendable (G.Wish, any Archive, SessionID) async -> G.Content?
    ) -> HostedGame {
        let files = Files(
            recordings: recordings,
            pictures: pictures,
            ownContent: ownContent,
            search: search
        )
        return hosting(type, { _, _ in nil }, files, nil, content) { _, content, _ in
            G.pictured(G.recorded(content, as: RandomNames.clip())) { RandomNames.clip() }
        }
    }

    /// - Parameter prepare: makes content ready to be heard.
    private static func hosting<G: Game>(
        _ type: G.Type,
        _ themes: @escaping Themes,
        _ files: Files,
        _ desk: Desk?,
        _ content: @escaping @Sendable (G.Wish, any Archive, SessionID) async -> G.Content?,
        _ prepare: @escaping @Sendable (Shard, G.Content, SessionID) async -> G.Content?
    ) -> HostedGame {
        HostedGame(
            name: G.name,
            title: G.title,
            playerCounts: G.playerCounts,
            takesManualPlayers: G.takesManualPlayers,
            claims: G.claimKinds,
            factory: { shard in
                RoomFactory(G.self) { [unowned shard] wish, session, done in
                    let archive = shard.services.archive
                    shard.ask({ await content(wish, archive, session) }, for: session) { found in
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
            recordings: files.recordings,
            desk: desk,
            script: files.script,
            pictures: files.pictures,
            ownContent: files.ownContent,
            search: files.search
        )
    }
}

/// Content of the operator's own, as far as a host should know.
public struct OwnContent: Sendable {
    /// Pieces that can be played.
    public var count: Int
    /// Files that can't.
    public var refused: Int
    /// True while more may come.
    public var isReading: Bool
    /// False where nothing of it can be played for now, such as without a program that it needs.
    public var isPlayable: Bool

    public init(count: Int, refused: Int, isReading: Bool, isPlayable: Bool) {
        self.count = count
        self.refused = refused
        self.isReading = isReading
        self.isPlayable = isPlayable
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
