public import Protocol

/// A line that has been recorded, as far as a game needs to know it.
public struct Clip: Codable, Equatable, Sendable {
    public var id: ClipID
    public var durationMs: Int64
    /// Integrated loudness (ITU-R BS.1770).
    public var lufs: Double

    public init(id: ClipID, durationMs: Int64, lufs: Double) {
        self.id = id
        self.durationMs = durationMs
        self.lufs = lufs
    }
}

/// Provider of a voice, and the terms on which it may be played (T-12.6-2).
public struct VoiceCredit: Codable, Equatable, Sendable {
    public var provider: String
    public var licence: String

    public init(provider: String, licence: String) {
        self.provider = provider
        self.licence = licence
    }
}

/// A clip as the archive keeps it (T-7).
public struct ClipRecord: Codable, Equatable, Sendable {
    public var clip: Clip
    /// Part of the round that it reads, in the game's own words.
    public var kind: String
    /// One of its kind, such as `question_2`.
    public var refKey: String
    public var credit: VoiceCredit

    public init(clip: Clip, kind: String, refKey: String, credit: VoiceCredit) {
        self.clip = clip
        self.kind = kind
        self.refKey = refKey
        self.credit = credit
    }
}

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
public struct VoiceCue: Codable, Equatable, Sendable, DocumentObject {
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

    public func members(of fields: inout DocumentWriter, since old: VoiceCue?) {
        fields.member("clipId", clip, was: old?.clip)
        fields.member("roundId", round, was: old?.round)
        fields.member("startAtServerMs", startAt, was: old?.startAt)
    }
}

/// A recording that a game brings.
public struct Recording: Codable, Hashable, Sendable {
    /// The word of its source for it, which no client is told.
    public var name: String
    /// Milliseconds that are heard of it, from its beginning: its clip is as long, and no shorter.
    public var durationMs: Int64

    public init(name: String, durationMs: Int64) {
        self.name = name
        self.durationMs = durationMs
    }
}

/// A recording's name may tell the secret; printing it tells none.
extension Recording: CustomStringConvertible {
    public var description: String { "a recording of \(durationMs) ms" }
}

/// A picture that a game brings, in the one size that all of its pictures have.
public struct Picture: Hashable, Sendable {
    /// As of a recording.
    public var name: String
    /// Of the picture only what gives nothing away.
    public var isBlurred: Bool

    public init(name: String, isBlurred: Bool) {
        self.name = name
        self.isBlurred = isBlurred
    }
}

/// As of a recording.
extension Picture: CustomStringConvertible {
    public var description: String { isBlurred ? "a blurred picture" : "a picture" }
}

/// The making of a clip, wherever it is asked for: the same source gives the same sound.
public enum ClipSource: Hashable, Sendable {
    /// Said by the gateway's voice.
    case line(VoiceLine)
    /// Brought by the game.
    case recording(Recording)
    /// Seen and not heard: it has a name as clips have, and comes by the same door.
    case picture(Picture)
}

/// Something to be said aloud.
public struct VoiceLine: Hashable, Sendable {
    /// Plain text; no markup is understood.
    public var text: String
    /// `sv` or `en`.
    public var locale: String

    public init(text: String, locale: String) {
        self.text = text
        self.locale = locale
    }
}

/// A line may be the secret; printing it tells none.
extension VoiceLine: CustomStringConvertible {
    public var description: String { "a line in \(locale)" }
}
