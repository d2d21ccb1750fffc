/// Report of a studio to its operator.
public enum VoiceReport: Sendable {
    case made(nanoseconds: Int64)
    /// A line stays silent.
    case failed(VoiceError)
    /// It had been said before.
    case found
    /// Clips can't be kept in the data directory.
    case notKept(directory: String)
}
