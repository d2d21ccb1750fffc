import ArgumentParser
import Foundation
import Gateway
import Logging
import Voice
import Workshop

/// The voice, as typed; for every command that needs one.
struct VoiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Voice that reads aloud: espeak, piper, speech (a server that speaks OpenAI's speech protocol) or none. "
                + "[$GATEWAY_VOICE] (default: espeak where \(Espeak.usualProgram) is installed)",
            valueName: "voice"
        )
    )
    var voice: String?

    @Option(
        help: ArgumentHelp(
            "The program piper. [$GATEWAY_PIPER] (default: \(Piper.usualProgram))",
            valueName: "path"
        )
    )
    var piper: String?

    @Option(
        help: ArgumentHelp(
            "Piper's models, joined by commas: sv=FILE,en=FILE; a language without one stays silent. "
                + "[$GATEWAY_PIPER_MODELS] (needed for piper)",
            valueName: "list"
        )
    )
    var piperModels: String?

    @Option(
        help: ArgumentHelp(
            "Address of the speech server, such as http://127.0.0.1:8880/v1. [$GATEWAY_SPEECH_URL] (needed for speech)",
            valueName: "url"
        )
    )
    var speechURL: String?

    @Option(
        help: ArgumentHelp(
            "Model of the speech server. [$GATEWAY_SPEECH_MODEL] (needed for speech)",
            valueName: "name"
        )
    )
    var speechModel: String?

    @Option(
        help: ArgumentHelp(
            "Voice of the speech server. [$GATEWAY_SPEECH_VOICE] (needed for speech)",
            valueName: "name"
        )
    )
    var speechVoice: String?

    @Option(
        help: ArgumentHelp(
            "File with the key for the speech server; $GATEWAY_SPEECH_KEY is the key itself. "
                + "[$GATEWAY_SPEECH_KEY_FILE] (default: none)",
            valueName: "path"
        )
    )
    var speechKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Disk space for what games may come to say, which is spoken while nobody plays; 0: each round's lines are "
                + "spoken before it begins. [$GATEWAY_CLIPS_AHEAD] (default: \(VoiceLimits.aheadBytes >> 20))",
            valueName: "MiB"
        )
    )
    var clipsAhead: String?

    private static let maxMiB = 1 << 20

    /// 0 where none are to be made.
    func aheadBytes() throws -> Int {
        guard let text = Environment.text(clipsAhead, "GATEWAY_CLIPS_AHEAD") else {
            return VoiceLimits.aheadBytes
        }
        return try Environment.value(
            text,
            of: "--clips-ahead",
            "GATEWAY_CLIPS_AHEAD",
            "0 to \(Self.maxMiB)"
        ) { text in
            Int(text).flatMap { (0...Self.maxMiB).contains($0) ? $0 << 20 : nil }
        }
    }

    /// Nil where nothing is to be read aloud, or nothing can be; the log says so.
    func speaker(_ log: Logger) throws -> (any VoiceProvider)? {
        let isThere = FileManager.default.isExecutableFile(atPath: Espeak.usualProgram)
        switch try wanted() {
        case .espeak where isThere: return Espeak()
        case .espeak:
            throw ConfigurationError(
                "--voice espeak (GATEWAY_VOICE): no \(Espeak.usualProgram) here"
            )
        case .piper: return try piper(log)
        case .speech: return try speech()
        case nil where isThere: return Espeak()
        case nil:
            log.notice("no voice: the game plays without speech (espeak-ng would give it one)")
            return nil
        case .nobody:
            log.notice("no voice: the game plays without speech")
            return nil
        }
    }

    private enum Choice: String {
        case espeak, piper, speech
        case nobody = "none"
    }

    private func wanted() throws -> Choice? {
        guard let text = Environment.text(voice, "GATEWAY_VOICE") else { return nil }
        return try Environment.value(
            text,
            of: "--voice",
            "GATEWAY_VOICE",
            "espeak, piper, speech or none"
        ) { Choice(rawValue: $0) }
    }

    private static let locales = ["sv", "en"]

    private func piper(_ log: Logger) throws -> Piper {
        let program = Environment.text(piper, "GATEWAY_PIPER") ?? Piper.usualProgram
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw ConfigurationError("--piper (GATEWAY_PIPER): no program \(program) here")
        }
        let names = ("--piper-models", "GATEWAY_PIPER_MODELS")
        let list = try Self.needed(piperModels, names.0, names.1)
        let models =
            try Environment.value(list, of: names.0, names.1, "sv=FILE,en=FILE") { list in
                let pairs = list.split(separator: ",").map {
                    $0.split(separator: "=", maxSplits: 1)
                }
                let isGood = pairs.allSatisfy {
                    $0.count == 2 && Self.locales.contains(String($0[0]))
                }
                guard isGood, Set(pairs.map(\.first)).count == pairs.count else { return nil }
                return [String: String](
                    uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) }
                )
            } as [String: String]
        for file in models.values where !FileManager.default.isReadableFile(atPath: file) {
            throw ConfigurationError("\(names.0) (\(names.1)): \(file) can't be read")
        }
        for locale in Self.locales where models[locale] == nil {
            log.notice(
                "no voice for a language: its games play without speech",
                metadata: ["locale": "\(locale)"]
            )
        }
        return Piper(program: program, models: models)
    }

    private func speech() throws -> SpeechServer {
        let url = try Self.needed(speechURL, "--speech-url", "GATEWAY_SPEECH_URL")
        return try SpeechServer(
            at: ModelOptions.base(url, of: "--speech-url", "GATEWAY_SPEECH_URL"),
            model: Self.needed(speechModel, "--speech-model", "GATEWAY_SPEECH_MODEL"),
            voice: Self.needed(speechVoice, "--speech-voice", "GATEWAY_SPEECH_VOICE"),
            key: ProviderKey.given(
                speechKeyFile,
                of: "--speech-key-file",
                "GATEWAY_SPEECH_KEY",
                for: "the speech server"
            ),
            client: "tripto-gateway/\(Product.version)",
            Self.patience
        )
    }

    /// A round waits for its lines no longer than seconds.
    private static let patience = Patience(
        callMs: 20_000,
        tries: 2,
        firstPauseMs: 500,
        maxPauseMs: 5_000
    )

    private static func needed(
        _ text: String?,
        _ option: String,
        _ variable: String
    ) throws -> String {
        guard let text = Environment.text(text, variable) else {
            throw ValidationError("\(option) (\(variable)): is needed for this voice")
        }
        return text
    }
}
