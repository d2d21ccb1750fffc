import Glibc

/// Makes clips of different lines sound as if they were of one recording.
public enum Mastering {
    public static let targetLUFS = -19.0
    /// Above it some players clip (dBFS).
    public static let maxPeak = -1.0
    /// Level below the loudest sample that counts as silence, at the ends (dB).
    static let silence = -50.0
    /// Silence that stays, so that nothing is cut off.
    static let (headMs, tailMs) = (30, 150)
    /// Bound on limiting peaks so that the rest is loud enough (dB).
    static let maxLimiting = 6.0
    /// No gain makes a whisper of noise into speech (dB).
    static let maxGain = 40.0

    /// - Throws: `noData` where there is nothing to hear.
    public static func master(_ sound: Sound) throws(WAVError) -> VoiceClip {
        var sound = try trimmed(sound)
        let loudness = Loudness.integrated(sound)
        guard loudness.isFinite else { throw .noData }
        let gain = min(
            targetLUFS - loudness,
            maxPeak + maxLimiting - decibels(sound.peak),
            maxGain
        )
        let factor = Float(pow(10, gain / 20))
        for place in sound.samples.indices { sound.samples[place] *= factor }
        sound = Limiter.limited(sound, to: Float(pow(10, maxPeak / 20)))
        return VoiceClip(
            wav: sound.wav,
            durationMs: sound.durationMs,
            lufs: (Loudness.integrated(sound) * 10).rounded() / 10
        )
    }

    static func trimmed(_ sound: Sound) throws(WAVError) -> Sound {
        let threshold = sound.peak * Float(pow(10, silence / 20))
        guard threshold > 0,
            let first = sound.samples.firstIndex(where: { abs($0) > threshold }),
            let last = sound.samples.lastIndex(where: { abs($0) > threshold })
        else { throw .noData }
        let start = max(0, first - sound.rate * headMs / 1_000)
        let end = min(sound.samples.count, last + 1 + sound.rate * tailMs / 1_000)
        return Sound(samples: Array(sound.samples[start..<end]), rate: sound.rate)
    }

    static func decibels(_ magnitude: Float) -> Double { 20 * log10(Double(magnitude)) }
}
