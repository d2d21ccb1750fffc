import Foundation
import GameState
import Voice

/// Hums every line for two minutes, which outlasts any wait of a test: its clips sound until the game ends them.
struct LongVoice: VoiceProvider {
    let credit = VoiceCredit(provider: "hum", licence: "Made here")
    let lanes = Espeak().lanes

    /// Few samples a second, as each costs time to master.
    private static let wav: [UInt8] = {
        let rate = 8_000
        let samples = (0..<120 * rate).map { place in
            Float(0.1 * sin(2 * .pi * 220 * Double(place) / Double(rate)))
        }
        return Sound(samples: samples, rate: rate).wav
    }()

    func speakAside(_: VoiceLine) -> [UInt8] { Self.wav }

    func spelling(of line: VoiceLine) -> String { line.text }

    func edition() -> String { "1" }
}
