import Foundation
import GameState
import Seeded
import Testing

@testable import Voice

/// Sound that was packed comes back to the last bit, and speech is half as large.
@Suite struct PackedSoundTests {
    private static let limit = VoiceLimits.spokenBytes

    @Test(arguments: [0, 1, 2, 3, 44, 1_000])
    func `samples of any kind come back as they were`(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let loud = (0..<count).map { _ in Float(random.next(below: 65_536)) / 32_768 - 1 }
        let edges = (0..<count).map { $0 % 2 == 0 ? Float(1) : -1 }
        for samples in [loud, edges, loud.map { $0 / 1_000 }] {
            let wav = Sound(samples: samples, rate: 22_050).wav
            #expect(PackedSound.wav(PackedSound.packed(wav), atMost: Self.limit) == wav)
        }
    }

    @Test func `bytes that are no sound come back too`() {
        var random = SplitMix64(seed: 7)
        for count in [0, 1, 43, 44, 45, 46, 47, 500] {
            let bytes = (0..<count).map { _ in UInt8(random.next(below: 256)) }
            #expect(PackedSound.wav(PackedSound.packed(bytes), atMost: Self.limit) == bytes)
        }
    }

    @Test func `speech takes little more than half`() throws {
        let line = VoiceLine(
            text: "En kulle bland husen, och naturen rår inte för den.",
            locale: "sv"
        )
        let spoken = try Espeak().speakAside(line)
        let wav = try Mastering.master(try Sound(wav: spoken)).wav
        let packed = PackedSound.packed(wav)
        #expect(packed.count < wav.count * 6 / 10)
        #expect(PackedSound.wav(packed, atMost: wav.count) == wav)
        #expect(PackedSound.wav(packed, atMost: wav.count - 1) == nil)
        #expect(PackedSound.wav(packed.dropLast(), atMost: Self.limit) == nil)
        #expect(PackedSound.wav(wav, atMost: Self.limit) == nil)
        var damaged = packed
        damaged[damaged.count / 2] ^= 1
        #expect(PackedSound.wav(damaged, atMost: Self.limit) != wav)
    }
}
