public import GameState
public import Programs

/// eSpeak NG, run once a line (espeak-ng(1)): small, offline, and in any Debian.
public final class Espeak: VoiceProvider {
    public static let usualProgram = "/usr/bin/espeak-ng"

    public let credit = VoiceCredit(
        provider: "espeak-ng",
        licence: "Spoken by eSpeak NG (GPL-3.0-or-later), whose licence does not reach its output"
    )

    public let lanes = WorkerPool.voice()
    private let program: SpeakingProgram

    /// - Parameters:
    ///   - maxMs: limit for one line.
    ///   - maxBytes: limit of its sound.
    public init(
        program: String = Espeak.usualProgram,
        maxMs: Int = VoiceLimits.lineMs,
        maxBytes: Int = VoiceLimits.spokenBytes
    ) {
        self.program = SpeakingProgram(path: program, maxMs: maxMs, maxBytes: maxBytes)
    }

    /// A little slower than its 175 words a minute, and a little deeper: for a room, not for a screen
    /// reader.
    static func arguments(for locale: String) -> [String] {
        let voice = locale == "sv" ? "sv" : "en-gb"
        return ["-v", voice, "-s", "165", "-p", "45", "-b", "1", "--stdin", "--stdout"]
    }

    /// Swedish from thirteen to nineteen, which it ends on a long *oo*, spelt so that it does not.
    public func spelling(of line: VoiceLine) -> String {
        guard line.locale == "sv" else { return line.text }
        let teens = #/\b(tret|fjor|fem|sex|sjut|ar|nit)ton\b/#.ignoresCase()
        return line.text.replacing(teens) { "\($0.output.1)tånn" }
    }

    public func speakAside(_ line: VoiceLine) throws(VoiceError) -> [UInt8] {
        try program.say(spelling(of: line), Self.arguments(for: line.locale))
    }

    /// The program's version, and what it is told of voice, pace and pitch.
    public func edition() throws(VoiceError) -> String {

        ([try program.words(["--version"])] + Self.arguments(for: "sv")
            + Self.arguments(for: "en")).joined(separator: " ")
    }
}
