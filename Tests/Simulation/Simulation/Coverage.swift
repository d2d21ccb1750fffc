import GameState
import Protocol
import TriptoGame

/// How often each thing was met, so that nobody trusts evenings in which nothing happened.
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

    /// What many evenings must have met and did not.
    public var missing: [String] {
        Kind.allCases.flatMap { kind in
            Self.expected(kind).filter { counts[kind]?[$0] == nil }.map { "\(kind): \($0)" }
        }
    }

    private static func expected(_ kind: Kind) -> [String] {
        switch kind {
        case .state: StateName.allCases.map(\.rawValue)
        case .fault: Fault.allCases.map(\.rawValue)
        case .close: ["1000", "4403", "4409", "4410"]
        case .refusal:
            [
                "bad_message", "unknown_type", "forbidden", "not_found", "wrong_state",
                "name_taken", "session_full", "session_ended", "rate_limited",
                "already_answered", "too_late", "taken_over", "content_failed", "degraded",
                "brake already_paused", "brake not_allowed already_answered",
                "brake not_allowed wrong_state", "brake not_allowed host_paused",
                "brake rate_limited",
            ]
        case .message:
            [
                "WELCOME", "STATE_SNAPSHOT", "STATE_PATCH", "ERROR", "PLAYER_JOINED",
                "PLAYER_LEFT", "LOBBY_UPDATED", "CLUE_PRESENT", "BRAKE_ACCEPTED",
                "BRAKE_REJECTED", "BRAKE_ANSWER_LOCKED", "ANSWER_ACK", "DESTINATION_REVEAL",
                "DESTINATION_RESULTS", "SCOREBOARD_UPDATE", "FOLLOWUP_PRESENT",
                "FOLLOWUP_LOCKED", "FOLLOWUP_RESULTS", "FINAL_RESULTS_PRESENT", "TIMER_SYNC",
                "AUDIO_PLAY", "AUDIO_STOP", "MUSIC_DUCK", "MUSIC_SET", "MUSIC_STOP",
                "MUSIC_GAIN_SET", "SFX_PLAY",
                "UI_EFFECT_TRIGGER",
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
