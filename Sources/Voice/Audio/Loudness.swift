import Glibc

/// Loudness of a sound to people (ITU-R BS.1770-4, annex 1), of one channel.
public enum Loudness {
    static let stepMs = 100
    /// A block is this many steps long, 400 ms: blocks overlap by three quarters.
    static let stepsInBlock = 4
    /// LUFS below which a block is silence.
    static let absoluteGate = -70.0
    /// LU below the mean of the rest where a block is a pause.
    static let relativeGate = -10.0

    /// Integrated loudness in LUFS; minus infinity for silence. A sound shorter than one block is one.
    public static func integrated(_ sound: Sound) -> Double {
        let powers = blockPowers(sound)
        let audible = powers.filter { level($0) >= absoluteGate }
        guard !audible.isEmpty else { return -.infinity }
        let gate = level(mean(audible)) + relativeGate
        return level(mean(audible.filter { level($0) >= gate }))
    }

    static func level(_ power: Double) -> Double { -0.691 + 10 * log10(power) }

    private static func mean(_ powers: [Double]) -> Double {
        powers.reduce(0, +) / Double(powers.count)
    }

    /// Mean squares of the weighted sound, block by block.
    private static func blockPowers(_ sound: Sound) -> [Double] {
        var (shelf, highPass) = (
            Biquad.shelf(rate: Double(sound.rate)), Biquad.highPass(rate: Double(sound.rate))
        )
        let step = max(1, sound.rate * stepMs / 1_000)
        var energies: [Double] = []
        var energy = 0.0
        var count = 0
        for sample in sound.samples {
            let weighted = highPass(shelf(Double(sample)))
            energy += weighted * weighted
            count += 1
            if count == step {
                energies.append(energy)
                (energy, count) = (0, 0)
            }
        }
        guard energies.count >= stepsInBlock else {
            let whole = energies.reduce(energy, +)
            return sound.samples.isEmpty ? [] : [whole / Double(sound.samples.count)]
        }
        return (0...energies.count - stepsInBlock).map { first in
            energies[first..<first + stepsInBlock].reduce(0, +) / Double(step * stepsInBlock)
        }
    }
}

/// A filter of second order.
struct Biquad {
    private let b0, b1, b2, a1, a2: Double
    private var z1 = 0.0
    private var z2 = 0.0

    /// Transposed direct form II.
    mutating func callAsFunction(_ x: Double) -> Double {
        let y = b0 * x + z1
        z1 = b1 * x - a1 * y + z2
        z2 = b2 * x - a2 * y
        return y
    }
}

/// The two stages of K-weighting. ITU-R BS.1770-4 tables them for 48 kHz; their analogue prototypes,
/// read off those tables, give them at any rate by the bilinear transform.
extension Biquad {
    /// A head in front of the sound: a shelf of 4 dB (annex 1, table 1).
    static func shelf(rate: Double) -> Biquad {
        let (frequency, q) = (1_681.974450955533, 0.7071752369554196)
        let high = pow(10, 3.999843853973347 / 20)
        let middle = pow(high, 0.4996667741545416)
        let k = tan(.pi * frequency / rate)
        let a0 = 1 + k / q + k * k
        return Biquad(
            b0: (high + middle * k / q + k * k) / a0,
            b1: 2 * (k * k - high) / a0,
            b2: (high - middle * k / q + k * k) / a0,
            a1: 2 * (k * k - 1) / a0,
            a2: (1 - k / q + k * k) / a0
        )
    }

    /// The revised low-frequency B-curve (annex 1, table 2).
    static func highPass(rate: Double) -> Biquad {
        let (frequency, q) = (38.13547087602444, 0.5003270373238773)
        let k = tan(.pi * frequency / rate)
        let a0 = 1 + k / q + k * k
        return Biquad(
            b0: 1,
            b1: -2,
            b2: 1,
            a1: 2 * (k * k - 1) / a0,
            a2: (1 - k / q + k * k) / a0
        )
    }
}
