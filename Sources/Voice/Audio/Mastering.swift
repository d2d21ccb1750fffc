import Glibc

/// Makes clips of different lines sound as if they were of one recording.
public enum Mastering {
    /// Another one with every change here that is heard.
    static let edition = 1
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

/// Holds peaks down without a sound of its own: looks ahead, and turns down slowly before a peak and up
/// slowly behind it.
enum Limiter {
    /// On either side of a peak.
    static let reachMs = 5

    /// - Parameter ceiling: no sample's magnitude is larger afterwards.
    static func limited(_ sound: Sound, to ceiling: Float) -> Sound {
        guard sound.peak > ceiling else { return sound }
        let reach = max(1, sound.rate * reachMs / 1_000)
        let wanted = sound.samples.map { abs($0) > ceiling ? ceiling / abs($0) : 1 }
        let gains = means(minima(wanted, reach), reach)
        return Sound(
            samples: zip(sound.samples, gains).map { min(max($0 * $1, -ceiling), ceiling) },
            rate: sound.rate
        )
    }

    /// The least of each value's neighbours within `reach`, in linear time: places wait in line as long
    /// as nothing behind them is less.
    private static func minima(_ values: [Float], _ reach: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(values.count)
        var line: [Int] = []
        var head = 0
        for place in 0..<values.count + reach {
            if place < values.count {
                while line.count > head, values[line[line.count - 1]] >= values[place] {
                    line.removeLast()
                }
                line.append(place)
            }
            let middle = place - reach
            guard middle >= 0 else { continue }
            while line[head] < middle - reach { head += 1 }
            if head > 2 * reach {
                line.removeFirst(head)
                head = 0
            }
            result.append(values[line[head]])
        }
        return result
    }

    /// The mean of each value's neighbours within `reach`. Of minima over the same reach it is nowhere
    /// more than the value that was wanted.
    private static func means(_ values: [Float], _ reach: Int) -> [Float] {
        var sum = values.prefix(reach).reduce(0) { $0 + Double($1) }
        var (first, end) = (0, min(reach, values.count))
        return values.indices.map { place in
            if place + reach < values.count {
                sum += Double(values[place + reach])
                end = place + reach + 1
            }
            if place - reach > 0 {
                sum -= Double(values[first])
                first += 1
            }
            return Float(sum / Double(end - first))
        }
    }
}
