import Programs

/// A program that reads a text and writes a sound.
struct SpeakingProgram: Sendable {
    let path: String
    /// Limit for one line.
    let maxMs: Int
    /// Limit of its sound.
    let maxBytes: Int

    private static let maxWordsBytes = 4_096

    /// Says a text of one line.
    func say(_ text: String, _ arguments: [String]) throws(VoiceError) -> [UInt8] {
        let text = Array(text.utf8)
        guard (1...VoiceLimits.lineBytes).contains(text.count) else { throw .unspeakable }
        return try run(arguments, reading: text, maxBytes)
    }

    /// Its answer in words, such as to `--version`.
    func words(_ arguments: [String]) throws(VoiceError) -> String {
        String(decoding: try run(arguments, reading: [], Self.maxWordsBytes), as: UTF8.self)
    }

    private func run(
        _ arguments: [String],
        reading text: [UInt8],
        _ maxBytes: Int
    ) throws(VoiceError) -> [UInt8] {
        let run = Program(path: path, arguments: arguments, maxMs: maxMs, maxBytes: maxBytes)
        do throws(ProgramError) {
            return try run.run(reading: text)
        } catch {
            throw VoiceError(error)
        }
    }
}

extension VoiceError {
    fileprivate init(_ error: ProgramError) {
        self =
            switch error {
            case .missing(let program): .missing(program: program)
            case .tooSlow: .tooSlow
            case .tooLong: .tooLong
            case .failed(let status): .failed(status: status)
            case .system(let code): .system(code: code)
            }
    }
}
