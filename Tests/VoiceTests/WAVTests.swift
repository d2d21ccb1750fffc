import Seeded
import Testing

@testable import Voice

/// Output of a child process is as hostile as that of a socket.
@Suite struct WAVTests {
    static let sound = Sound(samples: [0, 0.5, -0.5, 1, -1], rate: 22_050)

    @Test func `what is written is read again`() throws {
        let read = try Sound(wav: Self.sound.wav)
        #expect(read.rate == 22_050)
        #expect(zip(read.samples, Self.sound.samples).allSatisfy { abs($0 - $1) < 0.0001 })
        #expect(Self.sound.wav.count == 44 + 10)
    }

    @Test func `a header that was written to a pipe knows no length`() throws {
        for unknown: [UInt8] in [[0, 0xF0, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF]] {
            var bytes = Self.sound.wav
            bytes.replaceSubrange(40..<44, with: unknown)
            #expect(try Sound(wav: bytes).samples.count == 5)
            // Half a sample at the end is none.
            #expect(try Sound(wav: bytes.dropLast()).samples.count == 4)
        }
    }

    @Test func `chunks nobody needs are passed over`() throws {
        var bytes = Self.sound.wav
        bytes.insert(contentsOf: Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0], at: 12)
        #expect(try Sound(wav: bytes).samples.count == 5)
    }

    @Test func `two channels become one`() throws {
        var bytes = Self.sound.wav
        bytes[22] = 2
        let read = try Sound(wav: bytes)
        #expect(read.samples.count == 2)
        #expect(abs(read.samples[0] - 0.25) < 0.0001 && abs(read.samples[1] - 0.25) < 0.0001)
    }

    static let refusals: [(WAVError, @Sendable (inout [UInt8]) -> Void)] = [
        (.notWAV, { $0 = [] }), (.notWAV, { $0[0] = 0 }), (.notWAV, { $0[8] = 0 }),
        (.noData, { $0 = Array($0.prefix(36)) }), (.noData, { $0 = Array($0.prefix(44)) + [] }),
        (.truncated, { $0[40] = 200 }), (.truncated, { $0 = Array($0.prefix(30)) }),
        (.unsupported, { $0[20] = 3 }), (.unsupported, { $0[34] = 24 }),
        (.unsupported, { $0[22] = 0 }), (.unsupported, { $0[22] = 9 }),
        (.unsupported, { $0.replaceSubrange(24..<28, with: [0, 0, 0, 0]) }),
        (.noFormat, { $0[12] = 0 }), (.truncated, { $0[16] = 4 }),
    ]

    @Test(arguments: refusals.indices) func `what is no such file is refused by its name`(
        index: Int
    ) {
        var bytes = Self.sound.wav
        if index == 4 { bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0]) }
        let (error, spoil) = Self.refusals[index]
        spoil(&bytes)
        #expect(throws: error) { try Sound(wav: bytes) }
    }

    @Test(arguments: UInt64(1)...40) func `no bytes stop the process`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let original = sine(hertz: 440, seconds: 0.01, rate: 8_000).wav
        for _ in 0..<250 {
            var bytes = Array(original.prefix(Int.random(in: 0...original.count, using: &random)))
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                // Mostly in the header.
                let end =
                    Int.random(in: 0...9, using: &random) < 8 ? min(48, bytes.count) : bytes.count
                bytes[Int.random(in: 0..<end, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            guard let sound = try? Sound(wav: bytes) else { continue }
            #expect(!sound.samples.isEmpty && Sound.rates.contains(sound.rate))
            #expect(sound.samples.allSatisfy { abs($0) <= 1 })
            if let clip = try? Mastering.master(sound) {
                #expect(clip.lufs.isFinite)
                #expect((try? Sound(wav: clip.wav)) != nil)
            }
        }
    }
}
