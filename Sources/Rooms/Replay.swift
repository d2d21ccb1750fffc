public import Archive
import FoundationEssentials
public import GameState
public import LiveStore
import OpenSSL
public import Protocol

/// Plays a session's committed inputs again: the same inputs at the same times give the same state.
public enum Replay {
    /// A session that is rebuilt skips this many versions, so that it is ahead of all that its clients have
    /// seen even if the archive lagged behind the store.
    public static let versionsSkipped: Int64 = 1000

    public static func run<G: Game>(
        _ type: G.Type,
        _ archived: ArchivedSession
    ) throws(ReplayError) -> ReplayedSession {
        guard let first = archived.entries.first else { throw .noSetup }
        guard RulesMark.ofEntry(first.body)?.isKnown ?? true else {
            throw .newerRules(version: first.version)
        }
        guard case .setup(let setup)? = JournalBody<G>(first.body) else { throw .noSetup }
        var state = RoomState(version: first.version, at: first.at, game: G(setup))
        var facts: [Fact] = []
        var comparedCount = 0
        var differing: [Int64] = []
        for entry in archived.entries.dropFirst() {
            let applied = try state.advanced(
                by: CommittedEntry(
                    previousVersion: state.version,
                    version: entry.version,
                    at: entry.at,
                    body: entry.body
                )
            )
            state = applied.state
            for case .record(let fact) in applied.effects { facts.append(fact) }
            switch applied.comparison {
            case .none: break
            case .same: comparedCount += 1
            case .different:
                comparedCount += 1
                differing.append(applied.state.version)
            }
        }
        let lastCommit = state.version
        state.version += versionsSkipped
        let game = state.game
        return ReplayedSession(
            restoration: RestoreRequest(
                session: state.session,
                joinCode: setup.joinCode,
                snapshot: Snapshot(version: state.version, state: LazyState(state)),
                lastCommit: lastCommit,
                claimIDs: G.claimKinds.map(\.id),
                claims: game.claims,
                timers: game.timers
            ),
            awards: awards(facts),
            inputCount: archived.entries.count - 1,
            comparedCount: comparedCount,
            differing: differing,
            standings: game.scoreboard.standings.map {
                ReplayedSession.Standing(name: $0.name.text, points: $0.points)
            }
        )
    }

    /// Points by player as the facts judge every answer last.
    private static func awards(_ facts: [Fact]) -> [PlayerID: Int] {
        struct Answer: Hashable {
            var round: RoundID
            var player: PlayerID
            var question: Int
        }
        var points: [Answer: Int] = [:]
        for case .judged(let round, let player, let question, _, let awarded) in facts {
            points[Answer(round: round, player: player, question: question)] = awarded
        }
        return points.reduce(into: [:]) { $0[$1.key.player, default: 0] += $1.value }
    }

    /// SHA-256 of a game's state, in hexadecimal.
    static func digest(of game: some Game) -> String {
        guard let bytes = try? JSONEncoder.repeatable.encode(game) else {
            preconditionFailure("a state that can't be encoded")
        }
        return Digest.sha256(Array(bytes)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

/// A session as its inputs made it again.
public struct ReplayedSession: Sendable {
    /// Snapshot and claims that put it back.
    public var restoration: RestoreRequest
    /// Points of every player over all games of the session, also of those who left.
    public var awards: [PlayerID: Int]
    public var inputCount: Int
    /// Milestones whose state was compared with the original.
    public var comparedCount: Int
    /// Versions at which it differed.
    public var differing: [Int64]
    public var standings: [Standing]

    public struct Standing: Sendable, Equatable {
        public var name: String
        public var points: Int
    }
}
