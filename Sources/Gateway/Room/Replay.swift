package import Archive
import FoundationEssentials
package import GameState
import LiveStore
import OpenSSL
import Protocol

/// Plays a session's committed inputs again: the same inputs at the same times give the same state.
package enum Replay {
    /// A session that is rebuilt skips so many versions, so that it is ahead of whatever its clients
    /// have seen even if the archive lagged behind the store.
    package static let versionsSkipped: Int64 = 1000

    package enum Divergence: Error, CustomStringConvertible {
        case noSetup
        case unreadable(version: Int64)
        /// The rules did not take an input that they once took.
        case refused(version: Int64)
        /// The state is not what it was.
        case differs(version: Int64)

        package var description: String {
            switch self {
            case .noSetup: "the journal does not begin with a setup"
            case .unreadable(let version): "version \(version) can't be read"
            case .refused(let version): "version \(version) is not taken by the rules any more"
            case .differs(let version): "the state at version \(version) is not what it was"
            }
        }
    }

    package static func run<G: Game>(
        _ type: G.Type,
        _ archived: ArchivedSession
    ) throws(Divergence) -> ReplayedSession {
        guard let first = archived.entries.first,
            case .setup(let setup) = try body(of: first, type)
        else { throw .noSetup }
        var game = G(setup)
        var facts: [Fact] = []
        var receipts = Receipts()
        var comparedCount = 0
        for entry in archived.entries.dropFirst() {
            guard case .input(let input, let key, let digest) = try body(of: entry, type) else {
                throw .unreadable(version: entry.version)
            }
            guard case .changed(let effects) = game.handle(input, at: entry.at) else {
                throw .refused(version: entry.version)
            }
            for case .record(let fact) in effects { facts.append(fact) }
            receipts.record(input, key, effects)
            guard let digest else { continue }
            guard digest == Self.digest(of: game) else { throw .differs(version: entry.version) }
            comparedCount += 1
        }
        let last = archived.entries.last ?? first
        var state = RoomState(
            version: last.version + versionsSkipped,
            at: last.at,
            game: game
        )
        state.receipts = receipts
        return ReplayedSession(
            joinCode: setup.joinCode,
            stored: StoredState(version: state.version, state: EncodedState(state)),
            awards: awards(facts),
            inputCount: archived.entries.count - 1,
            comparedCount: comparedCount,
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
            /// Of a question; 0 is the destination.
            var index: Int
        }
        var points: [Answer: Int] = [:]
        for fact in facts {
            switch fact {
            case .answerJudged(let round, let player, _, let awarded):
                points[Answer(round: round, player: player, index: 0)] = awarded
            case .followupJudged(let round, let player, let index, _, let awarded):
                points[Answer(round: round, player: player, index: index)] = awarded
            case .sessionCreated, .sessionStatus, .playerJoined, .playerSeen, .playerLeft,
                .content, .roundStarted, .roundState, .answerLocked, .followupAnswered, .audit:
                break
            }
        }
        return points.reduce(into: [:]) { $0[$1.key.player, default: 0] += $1.value }
    }

    private static func body<G: Game>(
        of entry: ArchivedSession.Entry,
        _ type: G.Type
    ) throws(Divergence) -> JournalBody<G> {
        do {
            return try JSONDecoder().decode(JournalBody<G>.self, from: Data(entry.body))
        } catch {
            throw .unreadable(version: entry.version)
        }
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
