public import GameState

/// eSpeak NG, run once a line (espeak-ng(1)): small, offline, and in any Debian.
public final class Espeak: VoiceProvider {
    public static let usualProgram = "/usr/bin/espeak-ng"

    public let credit = VoiceCredit(
        provider: "espeak-ng",
        licence: "Spoken by eSpeak NG (GPL-3.0-or-later), whose licence does not reach its output"
    )

    private let program: String
    private let maxMs: Int
    private let maxBytes: Int
    private let lanes = WorkerPool(count: VoiceLimits.programs, maxWaiting: VoiceLimits.waiting)

    /// - Parameters:
    ///   - maxMs: limit for one line.
    ///   - maxBytes: limit of its sound.
    public init(
        program: String = Espeak.usualProgram,
        maxMs: Int = VoiceLimits.lineMs,
        maxBytes: Int = VoiceLimits.spokenBytes
    ) {
        self.program = program
        self.maxMs = maxMs
        self.maxBytes = maxBytes
    }

    /// A little slower than its 175 words a minute, and a little deeper: for a room, not for a screen
    /// reader.
    static func arguments(for locale: String) -> [String] {
        let voice = locale == "sv" ? "sv" : "en-gb"
        return ["-v", voice, "-s", "165", "-p", "45", "-b", "1", "--stdin", "--stdout"]
    }

    public func speak(
        _ line: VoiceLine,
        _ done: @escaping @Sendable (Result<[UInt8], VoiceError>) -> Void
    ) {
        let text = Array(line.text.utf8)
        guard (1...VoiceLimits.lineBytes).contains(text.count) else {
            return done(.failure(.unspeakable))
        }
        let run = SpeechProgram(
            path: program,
            arguments: Self.arguments(for: line.locale),
            maxMs: maxMs,
            maxBytes: maxBytes
        )
        let isTaken = lanes.add {
            done(Result { () throws(VoiceError) in try run.run(saying: text) })
        }
        if !isTaken { done(.failure(.busy)) }
    }
}
