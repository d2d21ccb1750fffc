public import Archive
import GameState
public import Protocol
import Rooms

/// Plays an archived session again and holds the outcome against what the archive's tables say.
public struct SessionReplay: Sendable {
    private let games: [HostedGame]
    private let archive: any Archive

    public init(games: [HostedGame], archive: any Archive) {
        self.games = games
        self.archive = archive
    }

    public struct Report: Sendable, CustomStringConvertible {
        var session: SessionID
        var inputCount: Int
        var comparedCount: Int
        /// Versions at which the state is not what the build that committed them made of it.
        var differingVersions: [Int64]
        var standings: [ReplayedSession.Standing]
        /// Players whose points in the archive's tables are not what the inputs give.
        var differing: [(name: String, points: Int)]

        /// True when the states and the scores are the same.
        public var isFaithful: Bool { differing.isEmpty && differingVersions.isEmpty }

        public var description: String {
            var text = """
                session \(session): \(inputCount) inputs played again, state compared at \
                \(comparedCount) milestones: \(comparison)

                """
            for standing in standings { text += "  \(standing.points)\t\(standing.name)\n" }
            for score in differing {
                text += "  the archive gives \(score.name) \(score.points) points\n"
            }
            return text + (differing.isEmpty ? "scores: the same" : "scores: DIFFERENT")
        }

        private var comparison: String {
            guard !differingVersions.isEmpty else { return "the same" }
            return "DIFFERENT at version "
                + differingVersions.map { "\($0)" }.joined(separator: ", ")
        }
    }

    public enum Problem: Error, CustomStringConvertible {
        case unknown
        case noSuchGame(String)

        public var description: String {
            switch self {
            case .unknown: "not in the archive"
            case .noSuchGame(let name): "no game '\(name)' here"
            }
        }
    }

    public func run(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Report, any Error>) -> Void
    ) {
        archive.journal(of: session) { result in
            do {
                guard let archived = try result.get() else { throw Problem.unknown }
                guard let game = games.first(where: { $0.name == archived.game }) else {
                    throw Problem.noSuchGame(archived.game)
                }
                try Self.requireWhole(archived)
                compare(try game.replay(archived), of: session, done)
            } catch {
                done(.failure(error))
            }
        }
    }

    /// A session that was rebuilt skips some versions; else each input follows the one before it.
    private static func requireWhole(_ archived: ArchivedSession) throws(JournalGap) {
        for (entry, next) in zip(archived.entries, archived.entries.dropFirst()) {
            let step = next.version - entry.version
            guard step == 1 || step == Replay.versionsSkipped + 1 else {
                throw JournalGap(after: entry.version, before: next.version)
            }
        }
    }

    /// Inputs are missing.
    struct JournalGap: Error, CustomStringConvertible {
        var after: Int64
        var before: Int64

        var description: String { "inputs are missing between versions \(after) and \(before)" }
    }

    private func compare(
        _ replayed: ReplayedSession,
        of session: SessionID,
        _ done: @escaping @Sendable (Result<Report, any Error>) -> Void
    ) {
        archive.scores(of: session) { result in
            do {
                var points: [PlayerID: (name: String, points: Int)] = [:]
                for score in try result.get() {
                    points[score.player, default: (score.name, 0)].points += score.points
                }
                let report = Report(
                    session: session,
                    inputCount: replayed.inputCount,
                    comparedCount: replayed.comparedCount,
                    differingVersions: replayed.differing,
                    standings: replayed.standings,
                    differing: points.filter { $1.points != replayed.awards[$0] ?? 0 }
                        .map { $1 }
                )
                done(.success(report))
            } catch {
                done(.failure(error))
            }
        }
    }
}
