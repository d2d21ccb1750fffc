import Glibc
import Testing

@testable import Voice

/// Signals whose loudness is known (ITU-R BS.1770-4, EBU Tech 3341), of one channel.
@Suite struct LoudnessTests {
    /// Error that EBU Tech 3341 allows a meter.
    static let tolerance = 0.1

    @Test(arguments: [22_050, 44_100, 48_000, 16_000])
    func `a full sine of 997 Hz in one channel is -3.01 LUFS loud`(rate: Int) {
        let sound = sine(hertz: 997, seconds: 3, rate: rate)
        #expect(abs(Loudness.integrated(sound) - -3.01) < Self.tolerance)
    }

    @Test(arguments: [-6.0, -20, -40]) func `softer by so many decibels is softer by so many LU`(
        decibels: Double
    ) {
        let sound = sine(hertz: 997, seconds: 3, decibels: decibels)
        #expect(abs(Loudness.integrated(sound) - (-3.01 + decibels)) < Self.tolerance)
    }

    /// Of EBU Tech 3341, cases 1 and 2 in one channel: -23 and -33 dBFS are 3 LU more in two.
    @Test func `a tone of 1 kHz is as loud as the tables say`() {
        #expect(abs(Loudness.integrated(sine(hertz: 1_000, seconds: 20, decibels: -23)) + 26) < 0.1)
        #expect(abs(Loudness.integrated(sine(hertz: 1_000, seconds: 20, decibels: -33)) + 36) < 0.1)
    }

    /// EBU Tech 3341, case 3: parts 13 LU softer than the middle do not count.
    @Test func `pauses do not count`() {
        let quiet = sine(hertz: 1_000, seconds: 10, decibels: -36)
        let loud = sine(hertz: 1_000, seconds: 60, decibels: -23)
        let sound = Sound(
            samples: quiet.samples + loud.samples + quiet.samples,
            rate: loud.rate
        )
        #expect(abs(Loudness.integrated(sound) + 26) < Self.tolerance)
    }

    /// The filter's two ends, as far from 1 kHz as tables 1 and 2 say.
    @Test func `deep tones count less, high ones more`() {
        let middle = Loudness.integrated(sine(hertz: 997, seconds: 3))
        let deep = Loudness.integrated(sine(hertz: 38.135, seconds: 3))
        let high = Loudness.integrated(sine(hertz: 10_000, seconds: 3))
        #expect(deep - middle < -5.5 && deep - middle > -7.5)
        #expect(high - middle > 3.1 && high - middle < 3.5)
    }

    @Test func `silence has no loudness, and a blink of sound has one`() {
        #expect(Loudness.integrated(Sound(samples: [], rate: 48_000)) == -.infinity)
        let silence = Sound(samples: Array(repeating: 0, count: 96_000), rate: 48_000)
        #expect(Loudness.integrated(silence) == -.infinity)
        let blink = Loudness.integrated(sine(hertz: 997, seconds: 0.1))
        #expect(abs(blink - -3.01) < 1)
    }
}

func sine(
    hertz: Double,
    seconds: Double,
    decibels: Double = 0,
    rate: Int = 48_000
) -> Sound {
    let amplitude = pow(10, decibels / 20)
    return Sound(
        samples: (0..<Int(seconds * Double(rate))).map { place in
            Float(amplitude * sin(2 * .pi * hertz * Double(place) / Double(rate)))
        },
        rate: rate
    )
}
