/// A line as it is played: 16-bit mono WAV, `Mastering.targetLUFS` loud where its peaks allow, without
/// silence around it.
public struct VoiceClip: Equatable, Sendable {
    public let wav: [UInt8]
    public let durationMs: Int64
    /// Integrated loudness (ITU-R BS.1770).
    public let lufs: Double
}
