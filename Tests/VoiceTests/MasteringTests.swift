import Seeded
import Testing

@testable import Voice

@Suite struct MasteringTests {
    @Test(arguments: [-45.0, -30, -12, 0])
    func `a clip is as loud as all others, however it was said`(decibels: Double) throws {
        let clip = try Mastering.master(sine(hertz: 997, seconds: 2, decibels: decibels))
        #expect(clip.lufs == Mastering.targetLUFS)
        let heard = Loudness.integrated(try Sound(wav: clip.wav))
        #expect(abs(heard - Mastering.targetLUFS) < 0.1)
    }

    @Test func `peaks are held down so that the rest is as loud as elsewhere`() throws {
        var sound = sine(hertz: 997, seconds: 2, decibels: -20)
        // Five short cracks that stand 20 dB above the rest.
        for crack in 1...5 {
            for place in 0..<20 { sound.samples[crack * 15_000 + place] *= 8 }
        }
        let clip = try Mastering.master(sound)
        let made = try Sound(wav: clip.wav)
        #expect(abs(clip.lufs - Mastering.targetLUFS) <= 0.3)
        #expect(Mastering.decibels(made.peak) <= Mastering.maxPeak + 0.01)
    }

    @Test(arguments: UInt64(1)...20) func `a limiter passes no peak, and leaves the rest alone`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 1...3_000, using: &random)
        let samples = (0..<count).map { _ in
            Float.random(in: -1...1, using: &random) * (random.chance(1) ? 3 : 0.3)
        }
        let sound = Sound(samples: samples, rate: 8_000)
        let limited = Limiter.limited(sound, to: 0.5)
        #expect(limited.samples.count == count && limited.peak <= 0.5)
        let reach = 8_000 * Limiter.reachMs / 1_000
        for (place, sample) in samples.enumerated() {
            #expect(abs(limited.samples[place]) <= abs(sample) + 0.0001)
            let around = samples[max(0, place - 2 * reach)...min(count - 1, place + 2 * reach)]
            if around.allSatisfy({ abs($0) <= 0.5 }) {
                #expect(abs(limited.samples[place] - sample) < 0.0001)
            }
        }
    }

    @Test func `no peak comes near the limit, and what is less loud for that says so`() throws {
        var sound = sine(hertz: 997, seconds: 2, decibels: -40)
        sound.samples[40_000] = 1
        let clip = try Mastering.master(sound)
        let made = try Sound(wav: clip.wav)
        #expect(Mastering.decibels(made.peak) <= Mastering.maxPeak + 0.01)
        #expect(clip.lufs < -30)
        #expect(abs(Loudness.integrated(made) - clip.lufs) < 0.1)
    }

    @Test func `silence at the ends goes, but for a breath`() throws {
        let silence = [Float](repeating: 0.0001, count: 48_000)
        let tone = sine(hertz: 997, seconds: 1)
        let sound = Sound(samples: silence + tone.samples + silence, rate: 48_000)
        let clip = try Mastering.master(sound)
        #expect(abs(clip.durationMs - 1_180) <= 2)
    }

    @Test func `nothing is made of silence`() {
        let silence = Sound(samples: Array(repeating: 0, count: 48_000), rate: 48_000)
        #expect(throws: WAVError.noData) { try Mastering.master(silence) }
        #expect(throws: WAVError.noData) { try Mastering.master(Sound(samples: [], rate: 8_000)) }
    }
}
