import GameState
public import Protocol

/// The bed that plays: `audio.music` in the TV's document, and the payload of MUSIC_SET.
public struct Music: Codable, Equatable, Sendable, DocumentObject {
    public enum Track: String, Codable, Sendable, DocumentValue {
        case travel = "music_travel"
        case followup = "music_followup"

        public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
    }

    static let fadeOutMs: Int64 = 600
    /// Time for the cue to arrive, in milliseconds.
    static let leadMs: Int64 = 500

    public let track: Track
    /// When the loop began, so that a reloaded screen joins it in phase (G-74).
    public let startAt: ServerTime
    /// Decibels, −120 (mute) to 0.
    public var gainDb: Double

    public func members(of fields: inout DocumentWriter, since old: Music?) {
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

extension Transition<Tripto> {
    /// One MUSIC_SET for each bed, and a MUSIC_STOP when it is over.
    mutating func updateMusic() {
        let track = game.phase.music
        guard track != game.music?.track else { return }
        guard let track else {
            game.music = nil
            cue(.musicStop(fadeOutMs: Music.fadeOutMs))
            return
        }
        let music = Music(
            track: track,
            startAt: now + Music.leadMs,
            gainDb: game.musicGainDb
        )
        game.music = music
        cue(.musicSet(music))
    }
}
