/// Something to be said aloud.
public struct VoiceLine: Hashable, Sendable {
    /// Plain text; no markup is understood.
    public var text: String
    /// `sv` or `en`.
    public var locale: String

    public init(text: String, locale: String) {
        self.text = text
        self.locale = locale
    }
}

/// A line may be the secret; printing it tells none.
extension VoiceLine: CustomStringConvertible {
    public var description: String { "a line in \(locale)" }
}
