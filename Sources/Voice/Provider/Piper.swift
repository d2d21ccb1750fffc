public import GameState
import Glibc
public import Programs

/// Piper (`piper --help`), run once a line with the operator's model for its language: more like a person than eSpeak NG, and
/// as much at home.
public final class Piper: VoiceProvider {
    public static let usualProgram = "/usr/local/bin/piper"
    /// It reads a model of some 60 MB before each line, which takes seconds on a small machine.
    private static let maxMs = 20_000

    public let credit = VoiceCredit(
        provider: "piper",
        licence: "Spoken by piper with a voice of the operator's, whose licence the operator knows"
    )

    public let lanes = WorkerPool.voice()
    private let program: SpeakingProgram
    /// Files of models, by language.
    private let models: [String: String]

    /// - Parameter models: files of models, by language; lines of other languages stay silent.
    public init(program: String = Piper.usualProgram, models: [String: String]) {
        self.program = SpeakingProgram(
            path: program,
            maxMs: Self.maxMs,
            maxBytes: VoiceLimits.spokenBytes
        )
        self.models = models
    }

    /// On one line, as each line of its input is an utterance of its own.
    public func spelling(of line: VoiceLine) -> String {
        line.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    public func speakAside(_ line: VoiceLine) throws(VoiceError) -> [UInt8] {
        guard let model = models[line.locale] else { throw .noVoice(locale: line.locale) }
        return try program.say(spelling(of: line), ["--model", model, "--output_file", "-"])
    }

    /// Files that it speaks with, each with its size and the time of its last change: a model tells no version.
    public func edition() throws(VoiceError) -> String {
        var parts: [String] = []
        for file in [program.path] + models.sorted(by: { $0.key < $1.key }).map(\.value) {
            var facts = stat()
            guard stat(file, &facts) == 0 else { throw .missing(program: file) }
            parts.append("\(file) \(facts.st_size) \(facts.st_mtim.tv_sec)")
        }
        return parts.joined(separator: " ")
    }
}
