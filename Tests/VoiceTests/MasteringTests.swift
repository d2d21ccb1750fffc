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
