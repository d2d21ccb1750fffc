public import Protocol

/// A clip that was stopped by a pause.
struct InterruptedVoice: Codable, Equatable, Sendable {
    let clip: ClipID
    /// Milliseconds from its start to the pause; negative where that came first.
    let heardMs: Int64
}

/// The clip that sounds, or soon will: `audio.voice` in a screen's document, so that a reloaded screen
/// joins it in phase (G-74), and most of AUDIO_PLAY.
public struct VoiceCue: Codable, Equatable, Sendable, ObjectPart {
    public let clip: ClipID
    public let round: RoundID
    public let startAt: ServerTime
    /// How long it sounds; no business of a screen that is to hear it.
    let durationMs: Int64

    public func members(of fields: inout Fields, since old: VoiceCue?) {
        fields.member("clipId", clip, was: old?.clip)
        fields.member("roundId", round, was: old?.round)
        fields.member("startAtServerMs", startAt, was: old?.startAt)
    }
}
