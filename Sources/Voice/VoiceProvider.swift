public import GameState
public import Programs

/// Says lines aloud. The same line gives the same sound.
public protocol VoiceProvider: Sendable {
    /// Names it in the archive, and keeps its clips apart from others'.
    var credit: VoiceCredit { get }

    /// Says a line, within `VoiceLimits`.
    ///
    /// - Parameter done: called once, on any queue, with a WAV file as it was made: any loudness, any
    ///   silence around it.
    func speak(
        _ line: VoiceLine,
        _ done: @escaping @Sendable (Result<[UInt8], VoiceError>) -> Void
    )

    /// Says a line as `speak` does, on the calling thread, which waits and is none of the common pool's, and with its
    /// priority. It takes nobody's turn.
    func speakAside(_ line: VoiceLine) throws(VoiceError) -> [UInt8]

    /// Lines that wait for this voice, and are said a few at a time.
    var lanes: WorkerPool { get }

    /// The text as the voice is given it.
    func spelling(of line: VoiceLine) -> String

    /// Tells a voice from others that would say the same text otherwise. Blocks its thread.
    func edition() throws(VoiceError) -> String
}

extension VoiceProvider {
    public func speak(
        _ line: VoiceLine,
        _ done: @escaping @Sendable (Result<[UInt8], VoiceError>) -> Void
    ) {
        let isTaken = lanes.add {
            done(Result { () throws(VoiceError) in try speakAside(line) })
        }
        if !isTaken { done(.failure(.busy)) }
    }
}

extension WorkerPool {
    /// Lines of one voice.
    public static func voice() -> WorkerPool {
        WorkerPool("voice", count: VoiceLimits.programs, maxWaiting: VoiceLimits.waiting)
    }
}

/// A line as it is played: 16-bit mono WAV, `Mastering.targetLUFS` loud where its peaks allow, without
/// silence around it.
public struct VoiceClip: Equatable, Sendable {
    public let wav: [UInt8]
    public let durationMs: Int64
    /// Integrated loudness (ITU-R BS.1770).
    public let lufs: Double
}

/// Reason why there is no clip of a line.
public enum VoiceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The program is missing, or may not be run.
    case missing(program: String)
    /// It took longer than it may.
    case tooSlow
    /// It said more than it may.
    case tooLong
    /// It ended with a status that means failure; 128 and more: by a signal.
    case failed(status: Int32)
    /// Its output is no sound that can be played.
    case unusable(WAVError)
    /// There is nothing to say, or more than one breath can hold.
    case unspeakable
    /// It speaks other languages.
    case noVoice(locale: String)
    /// The server that speaks gave no sound, and why.
    case server(String)
    /// Too many lines wait already.
    case busy
    /// The system lacked the resources to run a program.
    case system(code: Int32)

    public var description: String {
        switch self {
        case .missing(let program): "\(program) can't be run"
        case .tooSlow: "it takes too long"
        case .tooLong: "its output is too long"
        case .failed(let status): "it ended with status \(status)"
        case .unusable(let error): "\(error)"
        case .unspeakable: "the line is empty or too long"
        case .noVoice(let locale): "it has no voice for \(locale)"
        case .server(let why): why
        case .busy: "too many lines wait"
        case .system(let code): "the system refused with error \(code)"
        }
    }
}
