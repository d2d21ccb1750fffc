import GameState
import Protocol

/// Number of times each thing was met, so that nobody trusts evenings in which nothing happened.
public struct Coverage: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case state, refusal, fault, close, message
    }

    public private(set) var counts: [Kind: [String: Int]] = [:]
    public var evenings = 0
    public var commits = 0
    public var frames = 0

    public init() {}

    mutating func count(_ kind: Kind, _ name: String) {
        counts[kind, default: [:]][name, default: 0] += 1
    }

    public mutating func add(_ other: Coverage) {
        for (kind, names) in other.counts {
            counts[kind, default: [:]].merge(names, uniquingKeysWith: +)
        }
        evenings += other.evenings
        commits += other.commits
        frames += other.frames
    }

    /// Things that many evenings of this game must have met and did not.
    package func missing(of game: (some SimulatedGame).Type) -> [String] {
        Kind.allCases.flatMap { kind in
            (Self.expected(kind) + game.expected(kind)).filter { counts[kind]?[$0] == nil }
                .map { "\(kind): \($0)" }
        }
    }

    private static func expected(_ kind: Kind) -> [String] {
        switch kind {
        case .state: []
        case .fault: Fault.allCases.filter(\.isOfAllGames).map(\.rawValue)
        case .close: ["1000", "4403", "4409", "4410"]
        case .refusal:
            [
                "bad_message", "unknown_type", "forbidden", "not_found", "wrong_state",
                "name_taken", "session_ended", "taken_over", "degraded",
            ]
        case .message:
            [
                "WELCOME", "STATE_SNAPSHOT", "STATE_PATCH", "ERROR", "PLAYER_JOINED",
                "PLAYER_LEFT", "LOBBY_UPDATED", "FINAL_RESULTS_PRESENT", "TIMER_SYNC",
            ]
        }
    }
}

extension Coverage: CustomStringConvertible {
    public var description: String {
        var text = "\(evenings) evenings, \(commits) commits, \(frames) messages read\n"
        for kind in Kind.allCases {
            text += "\(kind)\n"
            for (name, count) in (counts[kind] ?? [:]).sorted(by: { $0.key < $1.key }) {
                text += "  \(count)\t\(name)\n"
            }
        }
        return text
    }
}
