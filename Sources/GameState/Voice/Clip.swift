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
