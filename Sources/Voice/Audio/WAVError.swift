/// Fault of bytes that should be a WAV file.
public enum WAVError: Error, Equatable, Sendable, CustomStringConvertible {
    case notWAV
    /// A chunk that ends behind the end of the file.
    case truncated
    /// Neither 16-bit PCM nor mono or stereo, or no rate that anybody plays.
    case unsupported
    case noFormat
    case noData

    public var description: String {
        switch self {
        case .notWAV: "no WAV file"
        case .truncated: "a WAV file without its end"
        case .unsupported: "a WAV file that is not 16-bit PCM"
        case .noFormat: "a WAV file without a format"
        case .noData: "a WAV file without sound"
        }
    }
}
