public import Protocol

/// A clip that was stopped by a pause.
public struct InterruptedVoice: Codable, Equatable, Sendable {
    public let clip: ClipID
    /// Milliseconds from its start to the pause; negative where that came first.
    public let heardMs: Int64

    public init(clip: ClipID, heardMs: Int64) {
        self.clip = clip
        self.heardMs = heardMs
    }
}

/// The clip that sounds, or soon will: `audio.voice` in a screen's document, so that a reloaded screen
/// joins it in phase (G-74), and most of AUDIO_PLAY.
public struct VoiceCue: Codable, Equatable, Sendable, ObjectPart {
    public let clip: ClipID
    public let round: RoundID
    public let startAt: ServerTime
    /// Milliseconds that it sounds; a screen is not told.
    public let durationMs: Int64

    public init(clip: ClipID, round: RoundID, startAt: ServerTime, durationMs: Int64) {
        self.clip = clip
        self.round = round
        self.startAt = startAt
        self.durationMs = durationMs
    }

    public func members(of fields: inout Fields, since old: VoiceCue?) {
        fields.member("clipId", clip, was: old?.clip)
        fields.member("roundId", round, was: old?.round)
        fields.member("startAtServerMs", startAt, was: old?.startAt)
    }
}
