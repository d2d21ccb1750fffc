import ArgumentParser
import Foundation
import Logging
import Voice

extension ServeOptions {
    /// Nil where nothing is to be read aloud, or nothing can be; the log says so.
    func speaker(_ log: Logger) throws -> (any VoiceProvider)? {
        let isThere = FileManager.default.isExecutableFile(atPath: Espeak.usualProgram)
        switch try wantedVoice() {
        case .espeak where isThere: return Espeak()
        case .espeak:
            throw ConfigurationError(
                "--voice espeak (GATEWAY_VOICE): no \(Espeak.usualProgram) here"
            )
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
        case espeak
        case nobody = "none"
    }

    private func wantedVoice() throws -> Choice? {
        guard let text = Environment.text(voice, "GATEWAY_VOICE") else { return nil }
        return try Environment.value(text, of: "--voice", "GATEWAY_VOICE", "espeak or none") {
            Choice(rawValue: $0)
        }
    }
}
