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
        case .busy: "too many lines wait"
        case .system(let code): "the system refused with error \(code)"
        }
    }
}
