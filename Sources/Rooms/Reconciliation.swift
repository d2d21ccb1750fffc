import GameState
import LiveStore

/// A room's answer to the stored state of its session; finding it out changes nothing.
enum Reconciliation<G: Game> {
    /// The stored state is the known one.
    case nothing
    /// Others' commits, one by one: their messages go out too.
    case follow([AppliedEntry<G>])
    /// So far ahead that only the outcome can be shown.
    ///
    /// - differing: versions on the way whose state is not what their entry's digest says.
    case jump(RoomState<G>, differing: [Int64])
    /// Newer rules than this build's lead on to a version: only a build that knows them can read it.
    ///
    /// - nearest: the newest state that can be read, if newer than the known one.
    case behind(nearest: RoomState<G>?, version: Int64)
    /// The store has lost the session, or its latest commits.
    case putBack
    /// The session was removed.
    case end
    /// The news does not lead on from the known state: the whole of it is needed.
    case askForAll
    /// Not even the whole of it, up to a version, can be read.
    case giveUp(ReplayError, version: Int64)

    init(_ stored: LoadResult, known: RoomState<G>) {
        switch stored {
        case .removed:
            self = .end
        case .nothing:
            // Over, and forgotten since.
            self = known.game.lobby.status == .ended ? .end : .putBack
        case .state(let stored) where stored.version < known.version:
            self = .putBack
        case .state(let stored) where stored.version == known.version:
            self = .nothing
        case .state(let stored):
            self = Self.reading(stored, known: known)
        }
    }

    private static func reading(_ stored: StoredSession, known: RoomState<G>) -> Self {
        let isNewEnough = stored.snapshot.map { $0.version <= known.version } ?? true
        if isNewEnough, let news = try? applied(stored.entries, to: known), !news.isEmpty {
            return .follow(news)
        }
        guard stored.snapshot != nil else { return .askForAll }
        do throws(ReplayError) {
            var differing: [Int64] = []
            let state = try RoomState<G>(stored) { differing.append($0) }
            guard state.version < stored.version else { return .jump(state, differing: differing) }
            let isNearer = state.version > known.version
            return .behind(nearest: isNearer ? state : nil, version: stored.version)
        } catch .newerRules {
            return .behind(nearest: nil, version: stored.version)
        } catch {
            return .giveUp(error, version: stored.version)
        }
    }

    private static func applied(
        _ entries: [CommittedEntry],
        to known: RoomState<G>
    ) throws(ReplayError) -> [AppliedEntry<G>] {
        var news: [AppliedEntry<G>] = []
        var state = known
        for entry in entries where entry.version > known.version {
            let applied = try state.advanced(by: entry)
            state = applied.state
            news.append(applied)
        }
        return news
    }
}
