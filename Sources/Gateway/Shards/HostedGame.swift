import Archive
import FoundationEssentials
public import GameState
import LiveStore
import Protocol
import Rooms
import Transport

/// A game as this gateway hosts it: what is generic in it behind closures.
public struct HostedGame: Sendable {
    public let name: String
    let title: String
    let playerCounts: ClosedRange<Int>

    /// Makes its rooms on a shard; called on the shard's loop.
    let factory: @Sendable (Shard) -> RoomFactory

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
            title: G.title,
            playerCounts: G.playerCounts,
            factory: { shard in
                RoomFactory(G.self) { [unowned shard] wish, session, done in
                    shard.loop.afterTurn {
                        shard.voice(content(wish), of: G.self, in: session, done)
                    }
                }
            },
            replay: { archived in try Replay.run(G.self, archived) },
            themes: themes
        )
    }
}

extension Shard {
    /// Has what is to be read aloud said before anybody waits to hear it.
    fileprivate func voice<G: Game>(
        _ content: G.Content?,
        of game: G.Type,
        in session: SessionID,
        _ done: @escaping (G.Content?) -> Void
    ) {
        guard let content, let studio = services.voice else { return done(content) }
        let callback = Confined(Callback(done))
        let maxMs = services.configuration.voiceMs
        studio.clips(of: G.script(of: content), for: session.rawValue, maxMs: maxMs) {
            [loop] clips in
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
}
