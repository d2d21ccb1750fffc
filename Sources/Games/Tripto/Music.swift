import GameState
public import Protocol

/// The bed that plays: `audio.music` in the TV's document, and the payload of MUSIC_SET.
public struct Music: Codable, Equatable, Sendable, ObjectPart {
    public enum Track: String, Codable, Sendable, Part {
        case travel = "music_travel"
        case followup = "music_followup"

        public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
    }

    public let track: Track
    /// When the loop began, so that a reloaded screen joins it in phase (G-74).
    public let startAt: ServerTime
    /// Decibels, −120 (mute) to 0.
    public var gainDb: Double

    public func members(of fields: inout Fields, since old: Music?) {
        fields.member("trackId", track, was: old?.track)
        fields.member("mode", "loop", was: old.map { _ in "loop" })
        fields.member("startAtServerMs", startAt, was: old?.startAt)
        fields.member("gainDb", gainDb, was: old?.gainDb)
    }
}

extension Phase {
    /// Travelling from intro to reveal, thinking in the follow-ups, else silence (G-75).
    var music: Music.Track? {
        switch self {
        case .lobby, .preparing, .finalResults, .roundEnd: nil
        case .playing(_, .intro, _), .playing(_, .clue, _), .playing(_, .pausedForBrake, _),
            .playing(_, .reveal, _):
            .travel
        case .playing(_, .question, _), .playing(_, .results, _): .followup
        case .playing(_, .scoreboard, _): nil
        }
    }
}
