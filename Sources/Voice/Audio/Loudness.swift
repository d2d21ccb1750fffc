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
